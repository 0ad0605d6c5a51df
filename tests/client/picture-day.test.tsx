/** A day's pictures, as whoever sends them sees it, in front of our server. */
import 'fake-indexeddb/auto';
import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { messageKeys } from '../../src/conversation/message-keys.ts';
import { openOutbox } from '../../src/outbox/open-outbox.ts';
import { describeOutbox } from '../../src/outbox/outgoing.ts';
import { PictureDay } from '../../src/screens/pictures/picture-day.tsx';
import { selectUser } from '../../src/stores/selection.ts';
import { eventually } from '../support/eventually.ts';
import { makeDataUrl, makePngOf } from '../support/pictures.ts';
import { type ServerProcess, startServerProcess } from '../support/server-process.ts';
import { openLiveWindow } from './support/live-window.ts';
import { setLookedAt } from './support/window.ts';

let server: ServerProcess;
beforeAll(async () => {
  server = await startServerProcess({
    CORS_ORIGINS: location.origin,
    PICTURE_BYTES_PER_DAY: '2000000',
  });
});
afterAll(() => server.dispose());
beforeEach(() => setLookedAt(true));

const picture = (bytes: number) => ({ image: makeDataUrl(makePngOf(bytes)) });

test('A picture that is refused ends as failed, and what was written after it goes out', async () => {
  const { queryClient, peer, open, getTexts } = await openLiveWindow(server);
  selectUser(peer.id);
  await open(peer.id);
  const outbox = openOutbox(queryClient);
  outbox.send(peer.id, picture(1_900_000));
  outbox.send(peer.id, picture(200_000));
  outbox.send(peer.id, { text: 'after it' });
  await eventually(() => expect(getTexts(peer.id)).toEqual([undefined, 'after it']));
  const states = queryClient
    .getMutationCache()
    .findAll({ mutationKey: messageKeys.send(peer.id) })
    .map(({ state }) => state);
  expect(describeOutbox(states)).toMatchObject([
    { state: 'failed', reason: expect.stringContaining('Pictures can be sent again in 24 hours') },
  ]);
});

test('What was sent of a day is shown when that is most of it, and not before', async () => {
  const { queryClient, peer } = await openLiveWindow(server);
  const show = () =>
    render(
      <QueryClientProvider client={queryClient}>
        <PictureDay />
      </QueryClientProvider>,
    );
  const isAnswered = () =>
    expect(queryClient.getQueryState(['auth', 'picture-day'])?.status).toBe('success');
  const before = show();
  await eventually(isAnswered);
  expect(before.container.textContent).toBe('');
  before.unmount();

  const outbox = openOutbox(queryClient);
  outbox.send(peer.id, picture(1_700_000));
  await eventually(() => expect(queryClient.isMutating()).toBe(0));
  show();
  expect((await screen.findByRole('status')).textContent).toMatch(
    /^2 of 2 MB of pictures sent today\. They are counted anew from \d\d:\d\d on\.$/,
  );
});
