import { css } from '@emotion/react';
import { useState } from 'react';
import { useHasFeature } from '../../../backend/connection.ts';
import { useSetBlocked } from '../../../people/change-users.ts';
import type { User } from '../../../protocol/entities.ts';
import { Button } from '../../../ui/button.tsx';
import { Ban } from '../../../ui/icons/icons.ts';
import { notify } from '../../../ui/notify.ts';
import { flexRow } from '../../../ui/styles.ts';
import { Question } from '../../dialog.tsx';

function useBlocking({ _id, fullName, blocked, deleted }: User) {
  const canBlock = useHasFeature('block') && !deleted;
  const isBlocked = canBlock && blocked === true;
  const { mutate, isPending } = useSetBlocked(_id, (isNowBlocked) => {
    notify.success(isNowBlocked ? texts.blocked(fullName) : texts.unblocked(fullName));
  });
  return {
    /** Only if the server has the feature. */
    canBlock,
    isBlocked,
    isPending,
    setBlocked: (isToBeBlocked: boolean) => {
      if (!isPending) mutate(isToBeBlocked);
    },
  };
}

/** Blocks this person after a confirmation, or unblocks; absent if the server has no blocking. */
export function BlockButton({ peer }: { peer: User }) {
  const { canBlock, isBlocked, isPending, setBlocked } = useBlocking(peer);
  const [isAsking, setIsAsking] = useState(false);
  if (!canBlock) return null;
  return (
    <>
      <Button
        look="quiet"
        wide
        busy={isPending}
        onClick={() => (isBlocked ? setBlocked(false) : setIsAsking(true))}
      >
        <Ban size={20} />
        <span>{isBlocked ? texts.unblock : texts.block}</span>
      </Button>
      {isAsking && (
        <Question
          title={texts.question.title(peer.fullName)}
          stay={texts.question.cancel}
          go={texts.block}
          onGo={() => {
            setBlocked(true);
            setIsAsking(false);
          }}
          onClose={() => setIsAsking(false)}
        >
          <p>{texts.question.consequences}</p>
          <p>{texts.question.secrecy}</p>
        </Question>
      )}
    </>
  );
}

const closed = css({
  ...flexRow('var(--s2) var(--s4)'),
  flexWrap: 'wrap',
  justifyContent: 'center',
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
  if (peer.locked) return <p css={closed}>{texts.isLocked}</p>;
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

const texts = {
  block: 'Block',
  unblock: 'Unblock',
  question: {
    title: (name: string): string => `Block ${name}?`,
    consequences:
      'You won’t get messages from them, and neither of you will see when the other is online or typing.',
    secrecy: 'They won’t be told.',
    cancel: 'Cancel',
  },
  blocked: (name: string): string => `You blocked ${name}. They won’t be told.`,
  unblocked: (name: string): string => `You unblocked ${name}.`,
  /** In place of the box. */
  isBlocked: (name: string): string => `You blocked ${name}`,
  isLocked: 'Locked account',
  isDeleted: 'This account was deleted. You can’t send it messages.',
};
