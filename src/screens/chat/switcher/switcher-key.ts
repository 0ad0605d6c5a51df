/** Ctrl+K or Cmd+K, also pressed before the switcher's code has loaded: it opens then. */
import { createOpener } from '../../../lib/opener.ts';
import { isCommand } from '../../../ui/command-keys.ts';

export const isSwitcherKey = (event: KeyboardEvent): boolean => isCommand(event, 'k');

export const { open: openSwitcher, onOpen: onOpenSwitcher } = createOpener();
