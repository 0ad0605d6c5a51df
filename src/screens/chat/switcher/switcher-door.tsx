import { useEffect, useEffectEvent, useState } from 'react';
import type { UserId } from '../../../protocol/entities.ts';

type Switcher = typeof import('./switcher.tsx').Switcher;

interface SwitcherDoorProps {
  selectedId: UserId | null;
  onOpen: (userId: UserId) => void;
}

/** Opens the quick switcher with Ctrl+K or Cmd+K. Its code comes with the first press. */
export function SwitcherDoor({ selectedId, onOpen }: SwitcherDoorProps) {
  const [code, setCode] = useState<{ Switcher: Switcher } | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  const [opened, setOpened] = useState<readonly UserId[]>([]);
  if (selectedId !== null && selectedId !== opened[0]) {
    setOpened([selectedId, ...opened.filter((id) => id !== selectedId)]);
  }

  const handleKeyDown = useEffectEvent(async (event: KeyboardEvent) => {
    const isCommand = event.ctrlKey !== event.metaKey && !event.shiftKey && !event.altKey;
    if (!isCommand || event.key.toLowerCase() !== 'k' || event.isComposing) return;
    event.preventDefault();
    setIsOpen((before) => !before);
    // Without a network it may not come: the next press asks again, and the list has its search.
    if (!code) await import('./switcher.tsx').then(setCode, () => setIsOpen(false));
  });
  useEffect(() => {
    // Before others: what the browser and the screen do with this key is done by the switcher.
    const handle = (event: KeyboardEvent) => void handleKeyDown(event);
    document.addEventListener('keydown', handle, { capture: true });
    return () => document.removeEventListener('keydown', handle, { capture: true });
  }, []);

  if (!isOpen || !code) return null;
  return (
    <code.Switcher
      selectedId={selectedId}
      opened={opened}
      onOpen={onOpen}
      onClose={() => setIsOpen(false)}
    />
  );
}
