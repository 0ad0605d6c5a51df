/**
 * Makes a small blob of a picture without blocking the page: it is fetched (shared with its `<img>` and the browser's
 * cache), then decoded and scaled in a worker. Null: show the picture itself, because it is small, or cannot be fetched
 * or scaled here.
 */
import type { ThumbnailOrder, ThumbnailResult } from './thumbnail.ts';

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
