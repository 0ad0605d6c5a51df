/** Emoji that came with each version, of one code point each, the newest first. */
const WITNESSES = [
  { version: 17, emoji: '🫪' },
  { version: 16, emoji: '🫩' },
  { version: 15, emoji: '🫨' },
  { version: 14, emoji: '🫠' },
  { version: 13, emoji: '🥲' },
  { version: 12, emoji: '🥱' },
] as const;

/** What every system draws that runs a browser for this app. */
const OLDEST = 12;
const SIZE = 16;

/**
 * The newest version of emoji that this device can draw. An emoji has colours of its own; what stands
 * in for a missing one is drawn in the colour of the text.
 */
export function findNewestDrawn(): number {
  const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  if (!context) return OLDEST;
  context.canvas.width = SIZE;
  context.canvas.height = SIZE;
  context.font = `${SIZE}px sans-serif`;
  context.textBaseline = 'top';
  context.fillStyle = '#000';
  const isDrawn = (emoji: string) => {
    context.clearRect(0, 0, SIZE, SIZE);
    context.fillText(emoji, 0, 0);
    const { data } = context.getImageData(0, 0, SIZE, SIZE);
    // Red, green, blue, alpha.
    return data.some((value, index) => index % 4 < 3 && value > 0);
  };
  return WITNESSES.find(({ emoji }) => isDrawn(emoji))?.version ?? OLDEST;
}
