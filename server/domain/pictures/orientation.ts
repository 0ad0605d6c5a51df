/**
 * The only EXIF value worth keeping: the orientation (TIFF tag 0x0112, 1 to 8; 5 to 8 swap width and height). Read from
 * a TIFF block, and written as the smallest block with this value.
 */

const ORIENTATION_TAG = 0x0112;
const SHORT = 3;

/** 1 (unchanged) if the block has no orientation or cannot be read. */
export function readOrientation(tiff: Buffer): number {
  if (tiff.length < 8) return 1;
  const order = tiff.toString('latin1', 0, 2);
  if (order !== 'II' && order !== 'MM') return 1;
  const readUInt16 = (at: number) =>
    order === 'II' ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at);
  const directory = order === 'II' ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
  if (directory + 2 > tiff.length) return 1;

  const count = readUInt16(directory);
  for (let index = 0; index < count; index += 1) {
    const entry = directory + 2 + index * 12;
    if (entry + 12 > tiff.length) return 1;
    if (readUInt16(entry) !== ORIENTATION_TAG) continue;
    const orientation = readUInt16(entry + 2) === SHORT ? readUInt16(entry + 8) : 1;
    return orientation >= 1 && orientation <= 8 ? orientation : 1;
  }
  return 1;
}

/** A TIFF block with one entry. */
export function writeOrientation(orientation: number): Buffer {
  const tiff = Buffer.alloc(26);
  tiff.write('MM\0*', 0, 'latin1');
  tiff.writeUInt32BE(8, 4);
  tiff.writeUInt16BE(1, 8);
  tiff.writeUInt16BE(ORIENTATION_TAG, 10);
  tiff.writeUInt16BE(SHORT, 12);
  tiff.writeUInt32BE(1, 14);
  tiff.writeUInt16BE(orientation, 18);
  return tiff;
}
