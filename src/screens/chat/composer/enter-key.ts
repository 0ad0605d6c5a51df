import type { KeyboardEvent } from 'react';
import type { Preferences } from '../../../stores/preferences.ts';
import { isComposing } from '../../../ui/composing.ts';

/**
 * What a key press in the box does when it is Enter: sends, breaks the line although the browser would not
 * by itself, nothing at all, or (null) what the browser does.
 */
export function readEnter(
  event: KeyboardEvent,
  sendKey: Preferences['sendKey'],
): 'send' | 'break' | 'ignore' | null {
  if (event.key !== 'Enter' || event.shiftKey || event.altKey || isComposing(event)) return null;
  const hasCommand = event.ctrlKey || event.metaKey;
  // Held a moment too long, the key that sends, or that has opened the conversation, breaks no lines.
  if (hasCommand === (sendKey === 'command-enter')) return event.repeat ? 'ignore' : 'send';
  return hasCommand ? 'break' : null;
}
