import { lazy, Suspense, useState } from 'react';
import { flushSync } from 'react-dom';
import { loadSurely } from '../../../lib/load-code.ts';
import type { UserId } from '../../../protocol/entities.ts';
import { isCommand } from '../../../ui/command-keys.ts';
import { usePageKeys } from '../../../ui/use-page-keys.ts';

export const loadSwitcher = () => loadSurely(() => import('./switcher.tsx'));
const Switcher = lazy(async () => ({ default: (await loadSwitcher()).Switcher }));

interface SwitcherHostProps {
  selectedId: UserId | null;
  onOpen: (userId: UserId) => void;
}

/** Opens the quick switcher with Ctrl+K or Cmd+K. Its field appears at once, for the next letters. */
export function SwitcherHost({ selectedId, onOpen }: SwitcherHostProps) {
  const [isOpen, setIsOpen] = useState(false);
  const [opened, setOpened] = useState<readonly UserId[]>([]);
  if (selectedId !== null && selectedId !== opened[0]) {
    setOpened([selectedId, ...opened.filter((id) => id !== selectedId)]);
  }

  // Before other listeners: the switcher replaces the browser's and the screen's action for this key.
  const handleKeyDown = (event: KeyboardEvent) => {
    if (!isCommand(event, 'k')) return;
    event.preventDefault();
    // A key held too long would close and open it again.
    if (event.repeat) return;
    // Before the next key, which belongs in the field.
    flushSync(() => setIsOpen((before) => !before));
  };
  usePageKeys(handleKeyDown, document, { capture: true });

  if (!isOpen) return null;
  return (
    <Suspense>
      <Switcher
        selectedId={selectedId}
        opened={opened}
        onOpen={onOpen}
        onClose={() => setIsOpen(false)}
      />
    </Suspense>
  );
}
