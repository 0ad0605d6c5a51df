/** The reader's place in each conversation left above its end, for the life of this window. */
import type { Message, UserId } from '../protocol/entities.ts';

interface SavedPlace {
  /** The topmost message in view. */
  message: Message;
  /** Its upper edge, in px below that of the view. */
  top: number;
}

const places = new Map<UserId, SavedPlace>();

export const getReaderPlace = (peerId: UserId): SavedPlace | undefined => places.get(peerId);

/** Null: at the end. */
export function saveReaderPlace(peerId: UserId, place: SavedPlace | null): void {
  if (place) places.set(peerId, place);
  else places.delete(peerId);
}

export const clearReaderPlaces = (): void => places.clear();
