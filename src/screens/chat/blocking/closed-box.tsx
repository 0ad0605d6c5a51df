import { css } from '@emotion/react';
import type { User } from '../../../protocol/entities.ts';
import { Button } from '../../../ui/button.tsx';
import { Ban } from '../../../ui/icons/icons.ts';
import { texts } from './texts.ts';
import { useBlocking } from './use-blocking.ts';

const closed = css({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'center',
  gap: 'var(--s2) var(--s4)',
  minHeight: 52,
  paddingBlock: 'var(--s2) var(--composer-foot)',
  paddingInline: 'var(--gap)',
  borderBlockStart: '1px solid var(--line)',
  color: 'var(--text-muted)',
  textAlign: 'center',
  '& > p': { minWidth: 0, overflowWrap: 'anywhere' },
  '& svg': { display: 'inline', verticalAlign: '-.2em', marginInlineEnd: 'var(--s2)' },
});

/** Replaces the box if nothing can be sent. The text of the box is kept as a draft. */
export function ClosedBox({ peer }: { peer: User }) {
  const { isPending, setBlocked } = useBlocking(peer);
  if (peer.deleted) return <p css={closed}>{texts.isDeleted}</p>;
  return (
    <div css={closed}>
      <p>
        <Ban size={18} />
        <span>{texts.isBlocked(peer.fullName)}</span>
      </p>
      <Button look="quiet" busy={isPending} onClick={() => setBlocked(false)}>
        {texts.unblock}
      </Button>
    </div>
  );
}
