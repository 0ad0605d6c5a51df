import { useState } from 'react';
import type { User } from '../../../protocol/entities.ts';
import { Button } from '../../../ui/button.tsx';
import { Ban } from '../../../ui/icons/icons.ts';
import { BlockQuestion } from '../blocking/block-question.tsx';
import { texts } from '../blocking/texts.ts';
import { useBlocking } from '../blocking/use-blocking.ts';

/** Blocks this person after a confirmation, or unblocks; absent if the server has no blocking. */
export function BlockButton({ peer }: { peer: User }) {
  const { canBlock, isBlocked, isPending, setBlocked } = useBlocking(peer);
  const [isAsking, setIsAsking] = useState(false);
  if (!canBlock) return null;
  return (
    <>
      <Button
        look={isBlocked ? 'quiet' : 'danger'}
        wide
        busy={isPending}
        onClick={() => (isBlocked ? setBlocked(false) : setIsAsking(true))}
      >
        <Ban size={20} />
        <span>{isBlocked ? texts.unblock : texts.block}</span>
      </Button>
      {isAsking && (
        <BlockQuestion
          peer={peer}
          onBlock={() => setBlocked(true)}
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  );
}
