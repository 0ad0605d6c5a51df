/**
 * The thumbnails of a visit, by picture address: a limited number of small blobs. Each is made when it is first shown,
 * latest request first, and released after it has not been shown for long.
 */

import type { ThumbnailOrder, ThumbnailResult } from './thumbnail-worker.ts';
import { setReady } from './use-thumbnail.ts';

/** Most thumbnails kept besides those on the screen. */
const MAX_KEPT = 300;
/** Parallel fetches; decoding is sequential. */
const MAX_AT_ONCE = 3;
/** After this time without any on the screen, all are released. In ms. */
const UNSHOWN_MS = 60_000;

interface Thumbnail {
  /** Its own address, or the picture's if that is shown instead; absent: not made yet. */
  address?: string;
  isBeingMade?: boolean;
  /** The number of places that show it or wait for it. */
  places: number;
}

/** The latest requests are last. */
const thumbnails = new Map<string, Thumbnail>();
let making = 0;
let unshownTimer: ReturnType<typeof setTimeout> | undefined;
/** The session has ended, and no new one has begun. */
let isForgetting = false;

/** Makes the thumbnail if needed, and keeps it until the returned function is called. */
export function takeThumbnail(picture: string): () => void {
  clearTimeout(unshownTimer);
  isForgetting = false;
  const thumbnail = thumbnails.get(picture) ?? { places: 0 };
  thumbnail.places += 1;
  thumbnails.delete(picture);
  thumbnails.set(picture, thumbnail);
  makeNext();
  return () => {
    thumbnail.places -= 1;
    // Nobody waits for it any more.
    if (isWaiting(thumbnail) && thumbnail.places === 0) letGo(picture, thumbnail);
    trim();
    clearTimeout(unshownTimer);
    const isAnyShown = [...thumbnails.values()].some(({ places }) => places > 0);
    if (!isAnyShown) unshownTimer = setTimeout(letAllGo, isForgetting ? 0 : UNSHOWN_MS);
  };
}

/** Releases all now, and visible ones when their places are removed. */
export function forgetThumbnails(): void {
  isForgetting = true;
  letAllGo();
}

const isWaiting = ({ address, isBeingMade }: Thumbnail) => address === undefined && !isBeingMade;

/** The latest one in view is what the person looks at. */
function makeNext(): void {
  if (making >= MAX_AT_ONCE) return;
  const next = [...thumbnails].findLast(([, thumbnail]) => isWaiting(thumbnail));
  if (!next) return;
  const [picture, thumbnail] = next;
  making += 1;
  thumbnail.isBeingMade = true;
  void makeThumbnail(picture)
    .catch(() => null)
    .then((made) => {
      making -= 1;
      thumbnail.address = made ? URL.createObjectURL(made) : picture;
      setReady(picture, thumbnail.address);
      if (isForgetting) letAllGo();
      else trim();
      makeNext();
    });
  // As many as may be made at a time.
  makeNext();
}

/** Those that are made and not on the screen. */
const listUnshown = () =>
  [...thumbnails].filter(([, { address, places }]) => address !== undefined && places === 0);

function trim(): void {
  const unshown = listUnshown();
  const excess = Math.max(0, unshown.length - MAX_KEPT);
  for (const [picture, thumbnail] of unshown.slice(0, excess)) letGo(picture, thumbnail);
}

function letAllGo(): void {
  for (const [picture, thumbnail] of listUnshown()) letGo(picture, thumbnail);
}

function letGo(picture: string, { address }: Thumbnail): void {
  thumbnails.delete(picture);
  if (address === undefined) return;
  setReady(picture, undefined);
  if (address !== picture) URL.revokeObjectURL(address);
}

/**
 * Makes a small blob of a picture without blocking the page: it is fetched (shared with its `<img>` and the browser's
 * cache), then decoded and scaled in a worker. Null: show the picture itself, because it is small, or cannot be fetched
 * or scaled here.
 */

/** Shorter side in CSS pixels: enough for the tiles of the Media grid and the largest avatar. */
const SIDE = 128;
/** Above this density nobody sees a difference in such a small picture. */
const MAX_DENSITY = 2;
/** How long an idle worker stays, in ms. */
const IDLE_MS = 5_000;
/** After this many workers in a row that ended without a result, none is started for a while. */
const MAX_FAILURES = 3;
const REST_MS = 60_000;

interface Waiting {
  order: ThumbnailOrder;
  answer: (thumbnail: Blob | null) => void;
}

let worker: Worker | undefined;
let failures = 0;
/** Like `Date.now()`. */
let restsUntil = 0;
let idleTimer: ReturnType<typeof setTimeout> | undefined;
let lastId = 0;
/** By order id, oldest first: a worker handles one after the other. */
const waiting = new Map<number, Waiting>();
/** Origins whose pictures cannot be read: each has refused once. */
const refusing = new Set<string>();

/** Whether this browser supports it, and can do it now. */
const canMakeThumbnails = (): boolean =>
  typeof Worker !== 'undefined' &&
  typeof OffscreenCanvas !== 'undefined' &&
  Date.now() >= restsUntil;

export async function makeThumbnail(address: string): Promise<Blob | null> {
  const { origin } = new URL(address, document.baseURI);
  if (!canMakeThumbnails() || !mayFetch(origin)) return null;
  const picture = await fetchPicture(address, origin);
  return picture && canMakeThumbnails() ? shrink(picture) : null;
}

/** The page's policy allows reading from its own origin (with its blobs) and its backend's. */
function mayFetch(origin: string): boolean {
  if (origin === location.origin) return true;
  const backend = document.querySelector<HTMLMetaElement>('meta[name=backend]')?.content ?? '';
  return !refusing.has(origin) && URL.canParse(backend) && new URL(backend).origin === origin;
}

async function fetchPicture(address: string, origin: string): Promise<Blob | null> {
  try {
    const response = await fetch(address);
    return response.ok ? await response.blob() : null;
  } catch {
    // Another site may allow showing but not reading. Our own may be temporarily unreachable.
    if (origin !== location.origin) refusing.add(origin);
    return null;
  }
}

function shrink(picture: Blob): Promise<Blob | null> {
  clearTimeout(idleTimer);
  lastId += 1;
  const side = Math.round(SIDE * Math.min(devicePixelRatio, MAX_DENSITY));
  const order = { id: lastId, picture, side };
  return new Promise((answer) => {
    waiting.set(order.id, { order, answer });
    if (worker) worker.postMessage(order);
    else openWorker();
  });
}

/** A worker that takes the waiting orders. */
function openWorker(): void {
  worker = new Worker(new URL('./thumbnail-worker.ts', import.meta.url));
  worker.onmessage = ({ data }: MessageEvent<ThumbnailResult>) => {
    failures = 0;
    settle(data.id, data.thumbnail);
    if (waiting.size === 0) idleTimer = setTimeout(closeWorker, IDLE_MS);
  };
  worker.onerror = handleFailure;
  for (const { order } of waiting.values()) worker.postMessage(order);
}

/**
 * The worker's code did not load, or the worker ended. Its current picture is shown as it is; waiting ones go to
 * another worker, unless that ends as well.
 */
function handleFailure(): void {
  closeWorker();
  failures += 1;
  const [first] = waiting.keys();
  if (first !== undefined) settle(first, null);
  if (failures >= MAX_FAILURES) {
    restsUntil = Date.now() + REST_MS;
    for (const id of [...waiting.keys()]) settle(id, null);
  } else if (waiting.size > 0) openWorker();
}

function settle(id: number, thumbnail: Blob | null): void {
  waiting.get(id)?.answer(thumbnail);
  waiting.delete(id);
}

/** The memory used for decoding is released with it. */
function closeWorker(): void {
  worker?.terminate();
  worker = undefined;
}
