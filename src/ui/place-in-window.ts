/** Distance from the edges of the window, in px. */
const EDGE = 8;

/** A ref that places a fixed element at a point of the window, moved as far as it needs to be to fit. */
export const placeInWindow = (at: { x: number; y: number }) => (element: HTMLElement | null) => {
  if (!element) return;
  const x = keepWithin(at.x, innerWidth - element.offsetWidth);
  const y = keepWithin(at.y, innerHeight - element.offsetHeight);
  element.style.inset = `${y}px auto auto ${x}px`;
};

const keepWithin = (wanted: number, room: number): number =>
  Math.max(EDGE, Math.min(wanted, room - EDGE));
