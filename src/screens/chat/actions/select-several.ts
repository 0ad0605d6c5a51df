import { toggleMessage } from '../../../stores/selected-messages.ts';
import { SquareCheck } from '../../../ui/icons/later-icons.ts';
import { keyOf } from '../thread/thread.ts';
import type { MessageAction } from './message-action.ts';
import { texts } from './texts.ts';

/** From then on, `SelectedBar` is shown, and each message has a checkbox. */
export const selectSeveral: MessageAction = {
  id: 'select',
  label: texts.select,
  icon: SquareCheck,
  keys: ['x'],
  isPossible: () => true,
  run: ({ message }) => toggleMessage(keyOf(message)),
};
