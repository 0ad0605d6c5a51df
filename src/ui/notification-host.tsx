import { useSyncExternalStore } from 'react';
import { getBoard, subscribeToBoard } from './notify.ts';

/** The place of notifications; empty before the first. Rendered once, above all screens. */
export function NotificationHost() {
  const board = useSyncExternalStore(subscribeToBoard, getBoard);
  return board && <board.Toaster />;
}
