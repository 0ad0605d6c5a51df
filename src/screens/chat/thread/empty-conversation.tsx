import { css } from '@emotion/react';
import type { User } from '../../../protocol/entities.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { texts } from './texts.ts';

const blank = css({
  position: 'absolute',
  inset: 0,
  display: 'grid',
  placeContent: 'center',
  justifyItems: 'center',
  gap: 'var(--s1)',
  padding: 'var(--s8)',
  textAlign: 'center',
  color: 'var(--text-muted)',
  overflowWrap: 'anywhere',
  pointerEvents: 'none',
  '& > strong': {
    marginBlockStart: 'var(--s3)',
    font: 'var(--t-lg)',
    letterSpacing: 'var(--track-tight)',
    color: 'var(--text)',
  },
});

/** Shown when there are no messages yet. */
export function EmptyConversation({ peer }: { peer: User }) {
  return (
    <div css={blank}>
      <Avatar user={peer} size={88} />
      <strong>{texts.noMessages}</strong>
      <p>{texts.sayHello(peer.fullName)}</p>
    </div>
  );
}
