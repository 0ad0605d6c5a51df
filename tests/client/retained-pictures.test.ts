/** Pictures of a backend that sends them whole: retained by the browser, and not in the cache. */
import 'fake-indexeddb/auto';
import { beforeEach, expect, test } from 'vitest';
import { fitPage } from '../../src/kept/keep.ts';
import {
  findRetained,
  releasePictures,
  retainPicture,
  retainSent,
  retainUnsent,
} from '../../src/pictures/retained-pictures.ts';
import { makeDataUrl, makePng } from '../support/pictures.ts';
import { idOf, makeMessage, PEER } from './support/messages.ts';

const image = makeDataUrl(makePng(3, 2));

beforeEach(() => releasePictures(() => true));

test('A picture that comes whole is named by one blob address, and goes to disk as the bytes that came, until it is let go', async () => {
  const message = retainPicture(PEER, makeMessage(1, { image }));
  expect(message.image).toMatch(/^blob:/);
  expect(retainPicture(PEER, makeMessage(1, { image })).image).toBe(message.image);
  const page = fitPage(PEER, { history: { pages: [[message]], hasOlder: false }, tail: [] });
  const picture = page.pictures?.get(idOf(1));
  expect(picture?.type).toBe('image/png');
  const bytes = (await picture?.arrayBuffer()) ?? new ArrayBuffer();
  expect(Buffer.from(bytes)).toEqual(makePng(3, 2));
  releasePictures((peerId) => peerId !== PEER);
  expect(findRetained(PEER, idOf(1))).toBeDefined();
  releasePictures((peerId) => peerId === PEER);
  expect(findRetained(PEER, idOf(1))).toBeUndefined();
});

const KEY = 'key';

test('A picture that is sent keeps the address that it had on its way, and goes to disk as where the server has it', () => {
  retainUnsent(PEER, KEY, image);
  const address = findRetained(PEER, KEY)?.address;
  const message = retainSent(PEER, KEY, makeMessage(1, { image: '/media/1' }));
  expect(message.image).toBe(address);
  expect(findRetained(PEER, KEY)).toBeUndefined();
  expect(findRetained(PEER, idOf(1))?.address).toBe(address);
  const page = fitPage(PEER, { history: { pages: [], hasOlder: false }, tail: [message] });
  expect(page.messages[0]?.image).toBe('/media/1');
  expect(page.pictures).toBeUndefined();
});
