/** Ctrl+K or Cmd+K, also pressed before the switcher's code is there: that opens it when it has come. */
import { isCommand } from '../../../ui/command-keys.ts';

export const isSwitcherKey = (event: KeyboardEvent): boolean => isCommand(event, 'k');

let isPressedEarly = false;

export function setPressedEarly(isPressed: boolean): void {
  isPressedEarly = isPressed;
}

export const wasPressedEarly = (): boolean => isPressedEarly;
