import { useEffect, useEffectEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import type { UserId } from '../../../protocol/entities.ts';
import { notify } from '../../../ui/notify.ts';
import { usePageKeys } from '../../../ui/use-page-keys.ts';
import { Switcher } from './switcher.tsx';
import { isSwitcherKey, onOpenSwitcher } from './switcher-key.ts';
import { texts } from './texts.ts';

type Finding = typeof import('./find-people.ts');

interface SwitcherHostProps {
  selectedId: UserId | null;
  onOpen: (userId: UserId) => void;
}

/**
 * Opens the quick switcher with Ctrl+K or Cmd+K. Its field appears at once, for the next letters; its search code loads
 * with the first press.
 */
export function SwitcherHost({ selectedId, onOpen }: SwitcherHostProps) {
  const [finding, setFinding] = useState<Finding | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  const [opened, setOpened] = useState<readonly UserId[]>([]);
  if (selectedId !== null && selectedId !== opened[0]) {
    setOpened([selectedId, ...opened.filter((id) => id !== selectedId)]);
  }

  const loadFinding = () => {
    if (finding) return;
    import('./find-people.ts').then(setFinding, () => {
      // Without a network it may fail: the next press retries, and the list has its own search.
      setIsOpen(false);
      notify.error(texts.unavailable);
    });
  };

  // Before other listeners: the switcher replaces the browser's and the screen's action for this key.
  const handleKeyDown = (event: KeyboardEvent) => {
    if (!isSwitcherKey(event)) return;
    event.preventDefault();
    // A key held too long would close and open it again.
    if (event.repeat) return;
    // Before the next key, which belongs in the field.
    flushSync(() => setIsOpen((before) => !before));
    loadFinding();
  };
  usePageKeys(handleKeyDown, document, { capture: true });
  const handleOpen = useEffectEvent(() => {
    setIsOpen(true);
    loadFinding();
  });
  useEffect(() => onOpenSwitcher(() => handleOpen()), []);

  if (!isOpen) return null;
  return (
    <Switcher
      finding={finding}
      selectedId={selectedId}
      opened={opened}
      onOpen={onOpen}
      onClose={() => setIsOpen(false)}
    />
  );
}
