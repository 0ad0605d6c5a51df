/** Which thumbnails are kept, and how long. Here is no worker: each picture stands for its own thumbnail. */
import { renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { forgetThumbnails, takeThumbnail } from '../../src/ui/thumbnails/thumbnails.ts';
import { findReady, useThumbnail } from '../../src/ui/thumbnails/use-thumbnail.ts';
import { eventually } from '../support/eventually.ts';

const MAX_KEPT = 300;
const pictures = Array.from({ length: MAX_KEPT + 50 }, (_, index) => `/picture-${index}.png`);
const listReady = () => pictures.filter(findReady);

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(async () => {
  await vi.runAllTimersAsync();
  vi.useRealTimers();
});

test('A thumbnail is known as long as it is shown, however many there are', async () => {
  const releases = pictures.map(takeThumbnail);
  await vi.advanceTimersByTimeAsync(1);
  expect(listReady()).toEqual(pictures);
  for (const release of releases) release();
});

test('Of those that nobody shows, the last are kept', async () => {
  const releases = pictures.map(takeThumbnail);
  await vi.advanceTimersByTimeAsync(1);
  for (const release of releases) release();
  expect(listReady()).toEqual(pictures.slice(-MAX_KEPT));
});

test('All go a minute after the last was shown, and none that is shown again', async () => {
  const [first = '', second = ''] = pictures;
  const releases = [takeThumbnail(first), takeThumbnail(second)];
  await vi.advanceTimersByTimeAsync(1);
  for (const release of releases) release();
  await vi.advanceTimersByTimeAsync(59_000);
  const release = takeThumbnail(second);
  await vi.advanceTimersByTimeAsync(59_000);
  expect(listReady()).toEqual([first, second]);
  release();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(listReady()).toEqual([]);
});

test('Whom they were for gone, all go at once, and those still on the screen with their places', async () => {
  const [first = '', second = '', third = ''] = pictures;
  const [release, releaseOther] = [takeThumbnail(first), takeThumbnail(second)];
  await vi.advanceTimersByTimeAsync(1);
  release();
  forgetThumbnails();
  expect(listReady()).toEqual([second]);
  releaseOther();
  await vi.advanceTimersByTimeAsync(1);
  expect(listReady()).toEqual([]);
  // Those of whoever comes next are kept as ever.
  takeThumbnail(third)();
  const releaseThird = takeThumbnail(third);
  await vi.advanceTimersByTimeAsync(1);
  releaseThird();
  await vi.advanceTimersByTimeAsync(59_000);
  expect(listReady()).toEqual([third]);
});

test('One that is still being made when they all go does not stay', async () => {
  const [first = ''] = pictures;
  takeThumbnail(first)();
  const release = takeThumbnail(first);
  release();
  forgetThumbnails();
  await vi.advanceTimersByTimeAsync(1);
  expect(listReady()).toEqual([]);
});

test('One that is let go before its turn is never made', async () => {
  const releases = pictures.map(takeThumbnail);
  for (const release of releases) release();
  await vi.advanceTimersByTimeAsync(1);
  // Those that were under way.
  expect(listReady()).toEqual(pictures.slice(0, 3));
});

test('Where its code does not load the picture itself is shown, and nothing is held for it', async () => {
  vi.doMock('../../src/ui/thumbnails/thumbnails.ts', () =>
    Promise.reject(new TypeError('No network.')),
  );
  const { result, unmount } = renderHook(() => useThumbnail('/picture.png', true));
  await eventually(() => expect(result.current).toBe('/picture.png'));
  unmount();
  vi.doUnmock('../../src/ui/thumbnails/thumbnails.ts');
  expect(findReady('/picture.png')).toBeUndefined();
});
