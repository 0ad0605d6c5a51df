/** What a long conversation weighs in the cache once it is opened, on either backend. */
import 'fake-indexeddb/auto';
import pLimit from 'p-limit';
import { describe, expect, onTestFinished, test } from 'vitest';
import { messageKeys } from '../../src/conversation/message-keys.ts';
import { selectUser } from '../../src/stores/selection.ts';
import { BACKEND_NAMES, sendByCall } from '../support/backends.ts';
import { makeDataUrl, makePng } from '../support/pictures.ts';
import { openLiveWindow, startCrossOriginBackend } from './support/live-window.ts';
import { setLookedAt } from './support/window.ts';

const MESSAGES = 800;
const PICTURES = 200;
const HEAVIEST = 200_000;

describe.each(BACKEND_NAMES)('With %s', (name) => {
  test('a conversation with hundreds of pictures, opened, holds none of their bytes', async () => {
    setLookedAt(true);
    const backend = await startCrossOriginBackend(name);
    onTestFinished(() => backend.dispose());
    const { queryClient, me, peer, open } = await openLiveWindow(backend);
    const image = makeDataUrl(makePng(64, 64));
    const limit = pLimit(20);
    await Promise.all(
      Array.from({ length: MESSAGES }, (_, index) =>
        limit(() => {
          const isPicture = index % (MESSAGES / PICTURES) === 0;
          const content = isPicture ? { image } : { text: `Message ${index} of a long evening` };
          return sendByCall(backend, peer, me, content);
        }),
      ),
    );
    selectUser(peer.id);
    await open(peer.id);
    const entries = queryClient.getQueriesData({ queryKey: messageKeys.conversation(peer.id) });
    const written = JSON.stringify(entries);
    expect(written).toContain('"image":');
    expect(written).not.toContain('base64');
    // A plain backend knows no pages.
    if (name === 'our server') expect(written.length).toBeLessThan(HEAVIEST);
  });
});
