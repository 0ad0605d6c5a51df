/** Prepares a picture again whose preparation an earlier page had begun. */
import { loadCode } from '../lib/load-code.ts';
import { messageOf } from '../lib/message-of.ts';
import { LIMITS } from '../protocol/limits.ts';
import { notify } from '../ui/notify.ts';

/**
 * Resolves to a data URL. Rejects if the picture cannot be prepared, after notifying the person. Nobody is notified
 * after `signal` is aborted; before the code has loaded, it then stays pending.
 */
export async function preparePictureAgain(original: File, signal: AbortSignal): Promise<string> {
  const { READABLE_TYPES, readImageFile } = await loadImageFile(signal);
  try {
    return await readImageFile(original, { types: READABLE_TYPES, maxBytes: LIMITS.imageBytes });
  } catch (error) {
    if (!signal.aborted) notify.error(messageOf(error));
    throw error;
  }
}

const loadImageFile = (signal: AbortSignal) =>
  new Promise<typeof import('../pictures/image-file.ts')>((resolve) => {
    signal.addEventListener(
      'abort',
      loadCode(() => import('../pictures/image-file.ts'), resolve),
    );
  });
