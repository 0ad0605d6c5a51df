/** Prepares a picture again that an earlier page had begun to prepare. */
import { loadCode } from '../lib/load-code.ts';
import { LIMITS } from '../protocol/limits.ts';
import { notify } from '../ui/notify.ts';

/**
 * As a data URL. Rejects when it cannot be made ready, which the person has been told then. Nothing is told,
 * and nobody waits for it any more, where `signal` is aborted before its code has come.
 */
export async function preparePictureAgain(original: File, signal: AbortSignal): Promise<string> {
  const { READABLE_TYPES, readImageFile } = await loadImageFile(signal);
  try {
    return await readImageFile(original, { types: READABLE_TYPES, maxBytes: LIMITS.imageBytes });
  } catch (error) {
    notify.error(error instanceof Error ? error.message : String(error));
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
