/** Emoji of each version with one code point, newest first. */
const WITNESSES = [
  { version: 17, emoji: '🫪' },
  { version: 16, emoji: '🫩' },
  { version: 15, emoji: '🫨' },
  { version: 14, emoji: '🫠' },
  { version: 13, emoji: '🥲' },
  { version: 12, emoji: '🥱' },
] as const;

/** Supported by every system whose browser can run this app. */
const OLDEST = 12;
const SIZE = 16;

/**
 * The newest emoji version that this device can draw. Emoji have their own colours; a placeholder has the text's
 * colour.
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
