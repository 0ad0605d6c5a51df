import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { loadCode } from '../../../lib/load-code.ts';
import type { UserId } from '../../../protocol/entities.ts';
import { isCommand, usePageKeys } from '../../../ui/keys.ts';

type Code = typeof import('./switcher.tsx');

interface SwitcherHostProps {
  /** The list comes first; then the switcher's code loads. */
  isListShown: boolean;
  selectedId: UserId | null;
  onOpen: (userId: UserId) => void;
}

/**
 * Opens the quick switcher with Ctrl+K or Cmd+K. Its field appears at once, for the next letters; if its code has not
 * loaded yet, it appears then.
 */
export function SwitcherHost({ isListShown, selectedId, onOpen }: SwitcherHostProps) {
  const [code, setCode] = useState<Code | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  const [opened, setOpened] = useState<readonly UserId[]>([]);
  if (selectedId !== null && selectedId !== opened[0]) {
    setOpened([selectedId, ...opened.filter((id) => id !== selectedId)]);
  }

  useEffect(() => {
    if (isListShown) return loadCode(() => import('./switcher.tsx'), setCode);
  }, [isListShown]);

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
