import type { KeyboardEvent } from 'react';
import type { Preferences } from '../../../stores/preferences.ts';
import { isComposing } from '../../../ui/composing.ts';

/**
 * What a key press in the box does when it is Enter: sends, breaks the line although the browser
 * would not by itself, or nothing beyond what the browser does.
 */
export function readEnter(
  event: KeyboardEvent,
  sendKey: Preferences['sendKey'],
): 'send' | 'break' | null {
  if (event.key !== 'Enter' || event.shiftKey || event.altKey || isComposing(event)) return null;
  const hasCommand = event.ctrlKey || event.metaKey;
  if (hasCommand === (sendKey === 'command-enter')) return event.repeat ? null : 'send';
  return hasCommand ? 'break' : null;
}
