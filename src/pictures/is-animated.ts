/** Whether a picture is animated. Reads its first bytes, or a GIF's frames, without decoding. */
export async function isAnimated(file: Blob): Promise<boolean> {
  switch (file.type) {
    case 'image/gif':
      return hasTwoFrames(new DataView(await file.arrayBuffer()));
    case 'image/webp':
      return isAnimatedWebp(new DataView(await file.slice(0, 21).arrayBuffer()));
    case 'image/avif':
      return readName(new DataView(await file.slice(0, 12).arrayBuffer()), 8) === 'avis';
    default:
      return false;
  }
}

/** An extended file with the animation flag. */
const isAnimatedWebp = (view: DataView): boolean =>
  view.byteLength > 20 && readName(view, 12) === 'VP8X' && (view.getUint8(20) & 0x02) !== 0;

const EXTENSION = 0x21;
const FRAME = 0x2c;

/** Walks through the blocks of a GIF to the second frame. */
function hasTwoFrames(view: DataView): boolean {
  let frames = 0;
  for (let at = 13 + tableSize(view.getUint8(10)); at < view.byteLength; ) {
    const block = view.getUint8(at);
    if (block === EXTENSION) at = skipParts(view, at + 2);
    else if (block === FRAME) {
      frames += 1;
      if (frames > 1) return true;
      // Position and size, own colours, code size.
      at = skipParts(view, at + 11 + tableSize(view.getUint8(at + 9)));
    } else return false;
  }
  return false;
}

/** Bytes of a colour table, if the flags announce one. */
const tableSize = (flags: number): number =>
  (flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1);

/** Each part begins with its length; an empty one is the last. */
function skipParts(view: DataView, start: number): number {
  let at = start;
  while (at < view.byteLength && view.getUint8(at) !== 0) at += 1 + view.getUint8(at);
  return at + 1;
}

const readName = (view: DataView, at: number): string =>
  view.byteLength < at + 4
    ? ''
    : String.fromCharCode(...[0, 1, 2, 3].map((offset) => view.getUint8(at + offset)));
