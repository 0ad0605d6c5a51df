import { Copy } from '../../../ui/icons/icons.ts';
import { notify } from '../../../ui/notify.ts';
import type { MessageAction } from './message-action.ts';
import { texts } from './texts.ts';

export const copyText: MessageAction = {
  id: 'copy',
  label: texts.copy,
  icon: Copy,
  // Browsers have no clipboard on an insecure address.
  isPossible: ({ message }) => message.text !== undefined && 'clipboard' in navigator,
  run: ({ message }) => copyToClipboard(message.text ?? ''),
};

function copyToClipboard(text: string): void {
  navigator.clipboard.writeText(text).then(
    () => notify.success(texts.copied),
    () => notify.error(texts.copyFailed),
  );
}
