/**
 * The thumbnails of a visit, by picture address: a limited number of small blobs. Each is made when it is first shown,
 * latest request first, and released after it has not been shown for long.
 */
import { setReady } from './ready-thumbnails.ts';
import { makeThumbnail } from './thumbnail-maker.ts';

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
