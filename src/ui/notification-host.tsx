import { useEffect, useSyncExternalStore } from 'react';
import { getBoard, handleBoardMounted, subscribeToBoard } from './notify.ts';

/** The place of notifications; empty until the first one. Rendered once, above all screens. */
export function NotificationHost() {
  const board = useSyncExternalStore(subscribeToBoard, getBoard);
  // Runs after the effects of the Toaster below, which subscribes in one of them.
  useEffect(() => (board ? handleBoardMounted() : undefined), [board]);
  return board && <board.Toaster />;
}
