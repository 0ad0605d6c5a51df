import { Ban } from 'lucide-react';
import type { User } from '../../../protocol/entities.ts';
import { Button } from '../../../ui/button.tsx';
import { useBlocking } from '../blocking/use-blocking.ts';

/** Takes nothing more from this person, or takes it again; absent where the server cannot. */
export function BlockButton({ peer }: { peer: User }) {
  const { canBlock, isPending, label, toggle } = useBlocking(peer);
  if (!canBlock) return null;
  return (
    <Button look="quiet" wide busy={isPending} onClick={toggle}>
      <Ban size={20} />
      {label}
    </Button>
  );
}
