import { Ban } from 'lucide-react';
import type { User } from '../../../protocol/entities.ts';
import { useSetBlocked } from '../../../queries/blocks.ts';
import { useHasFeature } from '../../../queries/realtime.ts';
import { Button } from '../../../ui/button.tsx';
import { texts } from './texts.ts';

/** Takes nothing more from this person, or takes it again; absent where the server cannot. */
export function BlockButton({ peer }: { peer: User }) {
  const canBlock = useHasFeature('block');
  const setBlocked = useSetBlocked(peer);
  if (!canBlock) return null;
  const isBlocked = peer.blocked === true;
  const handleClick = () => {
    if (!setBlocked.isPending) setBlocked.mutate(!isBlocked);
  };
  return (
    <Button look="quiet" wide busy={setBlocked.isPending} onClick={handleClick}>
      <Ban size={20} aria-hidden="true" />
      {isBlocked ? texts.unblock : texts.block}
    </Button>
  );
}
