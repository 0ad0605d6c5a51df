import { useSyncExternalStore } from 'react';
import { getBoard, subscribeToBoard } from './notify.ts';

/** The place of notifications; empty until the first one. Rendered once, above all screens. */
export function NotificationHost() {
  const board = useSyncExternalStore(subscribeToBoard, getBoard);
  return board && <board.Toaster />;
}
