/** Prepares a picture again that an earlier page had begun to prepare. */
import { CODE_RETRY_MS } from '../../lib/code-retry.ts';
import { sleep } from '../../lib/sleep.ts';
import { IMAGE_TYPES } from '../../protocol/entities.ts';
import { LIMITS } from '../../protocol/limits.ts';
import { notify } from '../../ui/notify.ts';

/** As a data URL. Rejects when it cannot be made ready, which the person has been told then. */
export async function preparePictureAgain(original: File, signal: AbortSignal): Promise<string> {
  const { readImageFile } = await loadCode(signal);
  try {
    return await readImageFile(original, { types: IMAGE_TYPES, maxBytes: LIMITS.imageBytes });
  } catch (error) {
    notify.error(error instanceof Error ? error.message : String(error));
    throw error;
  }
}

async function loadCode(signal: AbortSignal): Promise<typeof import('../../lib/image-file.ts')> {
  for (;;) {
    try {
      return await import('../../lib/image-file.ts');
    } catch (error) {
      if (signal.aborted) throw error;
      await sleep(CODE_RETRY_MS, signal);
    }
  }
}
