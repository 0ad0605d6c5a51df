/** Pictures of a backend that sends them whole: held by the browser, and not by the cache. */
import 'fake-indexeddb/auto';
import { beforeEach, describe, expect, test } from 'vitest';
import { appendMessage } from '../../src/conversation/patches/message-list.ts';
import { fitPage } from '../../src/kept/keep.ts';
import {
  findHeld,
  holdPicture,
  holdSent,
  holdUnsent,
  releasePictures,
  releaseUnsent,
} from '../../src/pictures/held-pictures.ts';
import { makeDataUrl, makePng } from '../support/pictures.ts';
import { idOf, makeMessage, PEER } from './support/messages.ts';

const image = makeDataUrl(makePng(3, 2));

beforeEach(() => releasePictures(() => true));

describe('A picture that comes whole', () => {
  test('is named by a blob address, and its bytes are held as they came', async () => {
    const message = holdPicture(PEER, makeMessage(1, { image }));
    expect(message.image).toMatch(/^blob:/);
    const { picture } = findHeld(PEER, idOf(1)) ?? {};
    expect(picture?.type).toBe('image/png');
    const bytes = (await picture?.arrayBuffer()) ?? new ArrayBuffer();
    expect(Buffer.from(bytes)).toEqual(makePng(3, 2));
  });

  test('keeps its address when it comes again', () => {
    const first = holdPicture(PEER, makeMessage(1, { image }));
    const again = holdPicture(PEER, makeMessage(1, { image }));
    expect(again.image).toBe(first.image);
  });

  test('is let go with its conversation', () => {
    holdPicture(PEER, makeMessage(1, { image }));
    releasePictures((peerId) => peerId !== PEER);
    expect(findHeld(PEER, idOf(1))).toBeDefined();
    releasePictures((peerId) => peerId === PEER);
    expect(findHeld(PEER, idOf(1))).toBeUndefined();
  });

  test('goes to disk with the newest page, as bytes', () => {
    const message = holdPicture(PEER, makeMessage(1, { image }));
    const page = fitPage(PEER, { history: { pages: [[message]], hasOlder: false }, tail: [] });
    expect(page.pictures?.get(idOf(1))?.size).toBe(makePng(3, 2).length);
  });
});

describe('A picture that is sent', () => {
  const KEY = 'key';

  test('keeps the address that it had on its way, wherever the server has put it', () => {
    holdUnsent(PEER, KEY, image);
    const address = findHeld(PEER, KEY)?.address;
    const answer = makeMessage(1, { image: '/media/1' });
    expect(holdSent(PEER, KEY, answer).image).toBe(address);
    expect(findHeld(PEER, KEY)).toBeUndefined();
    expect(findHeld(PEER, idOf(1))?.address).toBe(address);
  });

  test('goes to disk as where the server has it', () => {
    holdUnsent(PEER, KEY, image);
    const message = holdSent(PEER, KEY, makeMessage(1, { image: '/media/1' }));
    const page = fitPage(PEER, { history: { pages: [], hasOlder: false }, tail: [message] });
    expect(page.messages[0]?.image).toBe('/media/1');
    expect(page.pictures).toBeUndefined();
  });

  test('goes to disk as bytes where the server sends it whole', () => {
    holdUnsent(PEER, KEY, image);
    const message = holdSent(PEER, KEY, makeMessage(1, { image }));
    const page = fitPage(PEER, { history: { pages: [], hasOlder: false }, tail: [message] });
    expect(page.pictures?.get(idOf(1))?.size).toBe(makePng(3, 2).length);
  });

  test('keeps its address where the message came before the answer', () => {
    const early = holdPicture(PEER, makeMessage(1, { image }));
    holdUnsent(PEER, KEY, image);
    const answer = holdSent(PEER, KEY, makeMessage(1, { image }));
    const [merged] = appendMessage([early], { ...answer, key: KEY });
    expect(merged?.image).toBe(findHeld(PEER, idOf(1))?.address);
    expect(merged?.image).not.toBe(early.image);
  });

  test('is let go when it is taken back', () => {
    holdUnsent(PEER, KEY, image);
    releaseUnsent(PEER, KEY);
    expect(findHeld(PEER, KEY)).toBeUndefined();
  });
});

test.each(['/media/x.png', 'https://example.org/x.png', 'data:image/png;base64,***', ''])(
  'What is no picture in base64 stays as it is: %j',
  (other) => {
    const message = makeMessage(1, { image: other });
    expect(holdPicture(PEER, message)).toBe(message);
  },
);
