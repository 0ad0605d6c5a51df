import { useBoard } from './notify.ts';

/** The place of notifications; empty before the first. Rendered once, above all screens. */
export function NotificationHost() {
  const board = useBoard();
  return board && <board.Toaster />;
}
