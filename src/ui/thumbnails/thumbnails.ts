/**
 * The thumbnails of a visit, by the address of their picture: a small, bounded number of small blobs. Each
 * is made when somebody first shows it, the latest wish first, and let go when nobody has shown it for long.
 */
import { readyThumbnails } from './ready-thumbnails.ts';
import { makeThumbnail } from './thumbnail-maker.ts';

/** Kept at most, beside those that are on the screen. */
const MOST_KEPT = 300;
/** Fetched at a time; they are decoded one after the other. */
const MOST_AT_ONCE = 3;
/** After so long without any on the screen, all go. In ms. */
const UNSHOWN_MS = 60_000;

type Show = (address: string) => void;

interface Thumbnail {
  /** Of the thumbnail, or of the picture itself where that is shown instead; absent: not made yet. */
  address?: string;
  isBeingMade?: boolean;
  shownBy: Set<Show>;
}

/** Those that were shown last stand last. */
const thumbnails = new Map<string, Thumbnail>();
let making = 0;
let unshownTimer: ReturnType<typeof setTimeout> | undefined;

/** Calls `show` with what to show for `picture`, at once if that is known. Returns the way to let it go. */
export function takeThumbnail(picture: string, show: Show): () => void {
  clearTimeout(unshownTimer);
  const thumbnail = thumbnails.get(picture) ?? { shownBy: new Set() };
  putLast(picture, thumbnail);
  thumbnail.shownBy.add(show);
  if (thumbnail.address === undefined) makeNext();
  else show(thumbnail.address);
  return () => {
    thumbnail.shownBy.delete(show);
    const isWaiting = thumbnail.address === undefined && !thumbnail.isBeingMade;
    if (isWaiting && thumbnail.shownBy.size === 0) letGo(picture, thumbnail);
    trim();
    clearTimeout(unshownTimer);
    if (listUnshown().length === thumbnails.size) unshownTimer = setTimeout(letAllGo, UNSHOWN_MS);
  };
}

function putLast(picture: string, thumbnail: Thumbnail): void {
  thumbnails.delete(picture);
  thumbnails.set(picture, thumbnail);
}

/** What came into view last is what somebody looks at. */
function makeNext(): void {
  if (making >= MOST_AT_ONCE) return;
  const next = [...thumbnails].findLast(
    ([, { address, isBeingMade, shownBy }]) =>
      address === undefined && !isBeingMade && shownBy.size > 0,
  );
  if (!next) return;
  const [picture, thumbnail] = next;
  making += 1;
  thumbnail.isBeingMade = true;
  void makeThumbnail(picture)
    .catch(() => null)
    .then((made) => {
      making -= 1;
      thumbnail.address = made ? URL.createObjectURL(made) : picture;
      readyThumbnails.set(picture, thumbnail.address);
      for (const show of [...thumbnail.shownBy]) show(thumbnail.address);
      trim();
      makeNext();
    });
  // As many as may be made at a time.
  makeNext();
}

/** Those that are there and on no screen. */
const listUnshown = () =>
  [...thumbnails].filter(([, { address, shownBy }]) => address !== undefined && shownBy.size === 0);

function trim(): void {
  const unshown = listUnshown();
  const most = Math.max(0, unshown.length - MOST_KEPT);
  for (const [picture, thumbnail] of unshown.slice(0, most)) letGo(picture, thumbnail);
}

function letAllGo(): void {
  for (const [picture, thumbnail] of listUnshown()) letGo(picture, thumbnail);
}

function letGo(picture: string, { address }: Thumbnail): void {
  thumbnails.delete(picture);
  readyThumbnails.delete(picture);
  if (address !== undefined && address !== picture) URL.revokeObjectURL(address);
}
