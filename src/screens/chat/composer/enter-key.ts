import type { KeyboardEvent } from 'react';
import type { Preferences } from '../../../stores/preferences.ts';
import { isComposing } from '../../../ui/composing.ts';

/**
 * What Enter in the box does: sends, breaks the line although the browser would not, nothing, or (null) the browser's
 * default.
 */
export function readEnter(
  event: KeyboardEvent,
  sendKey: Preferences['sendKey'],
): 'send' | 'break' | 'ignore' | null {
  if (event.key !== 'Enter' || event.shiftKey || event.altKey || isComposing(event)) return null;
  const hasCommand = event.ctrlKey || event.metaKey;
  // If the key that sends, or has opened the conversation, is held too long, it must not break lines.
  if (hasCommand === (sendKey === 'command-enter')) return event.repeat ? 'ignore' : 'send';
  return hasCommand ? 'break' : null;
}
