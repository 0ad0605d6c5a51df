/** Ctrl+K or Cmd+K, also pressed before the switcher's code has loaded: it opens then. */
import { isCommand } from '../../../ui/command-keys.ts';

export const isSwitcherKey = (event: KeyboardEvent): boolean => isCommand(event, 'k');

let isPressedEarly = false;

export function setPressedEarly(isPressed: boolean): void {
  isPressedEarly = isPressed;
}

export const wasPressedEarly = (): boolean => isPressedEarly;
