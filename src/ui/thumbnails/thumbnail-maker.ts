/**
 * A picture's address -> a small blob of it, made beside the page's work: fetched, which its `<img>` and
 * the browser's cache share, then decoded and scaled in a worker. Null: show the picture itself, because
 * it is small, or because it cannot be fetched or scaled here.
 */
import type { ThumbnailOrder, ThumbnailResult } from './thumbnail.ts';

/** Shorter side in CSS pixels: fills the tiles of the Media grid and the largest avatar. */
const SIDE = 128;
/** Beyond this density nobody tells the difference in so small a picture. */
const MOST_DENSITY = 2;
/** How long a worker without work stays, in ms. */
const IDLE_MS = 5_000;

type Answer = (thumbnail: Blob | null) => void;

let worker: Worker | undefined;
let isBroken = false;
let idleTimer: ReturnType<typeof setTimeout> | undefined;
let lastId = 0;
const waiting = new Map<number, Answer>();
/** Origins that do not let their pictures be read: each has refused once. */
const refusing = new Set<string>();

/** Whether this browser can do it at all. */
const canMakeThumbnails = (): boolean =>
  typeof Worker !== 'undefined' && typeof OffscreenCanvas !== 'undefined' && !isBroken;

export async function makeThumbnail(address: string): Promise<Blob | null> {
  const { origin } = new URL(address, document.baseURI);
  if (!canMakeThumbnails() || !mayFetch(origin)) return null;
  const picture = await fetchPicture(address, origin);
  return picture && shrink(picture);
}

/** The page's policy lets it read from its own origin (of which its blobs are), and from its backend's. */
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
    // Another site need not let us read what it lets us show. Our own may be out of reach for once.
    if (origin !== location.origin) refusing.add(origin);
    return null;
  }
}

function shrink(picture: Blob): Promise<Blob | null> {
  clearTimeout(idleTimer);
  lastId += 1;
  const id = lastId;
  const side = Math.round(SIDE * Math.min(devicePixelRatio, MOST_DENSITY));
  return new Promise((resolve) => {
    waiting.set(id, resolve);
    worker ??= openWorker();
    worker.postMessage({ id, picture, side } satisfies ThumbnailOrder);
  });
}

function openWorker(): Worker {
  const opened = new Worker(new URL('./thumbnail-worker.ts', import.meta.url));
  opened.onmessage = ({ data }: MessageEvent<ThumbnailResult>) => {
    waiting.get(data.id)?.(data.thumbnail);
    waiting.delete(data.id);
    if (waiting.size === 0) idleTimer = setTimeout(closeWorker, IDLE_MS);
  };
  opened.onerror = () => {
    // Its code did not come, or ended: pictures then show as they are.
    isBroken = true;
    closeWorker();
    for (const answer of waiting.values()) answer(null);
    waiting.clear();
  };
  return opened;
}

/** What decoding took in memory goes with it. */
function closeWorker(): void {
  worker?.terminate();
  worker = undefined;
}
