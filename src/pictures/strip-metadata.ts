/**
 * Removes from a picture what a camera or program wrote beside it: place, time, device, texts, smaller copies. Visible
 * data stays byte for byte.
 *
 * Input: the bytes of a PNG or JPEG. Output: the parts that stay, and the type according to the bytes; null if removal
 * is not enough, because the metadata turns the picture or the file has a wrong structure: it must then be drawn again.
 */
import type { ImageType } from '../protocol/entities.ts';
import { isShownChunk, isShownSegment, SEGMENT_NAME_LENGTH } from '../protocol/shown-parts.ts';

type Bytes = Uint8Array<ArrayBuffer>;

interface Stripped {
  parts: Bytes[];
  type: ImageType;
  /** Width times height. */
  pixels: number;
}

export function stripMetadata(bytes: Bytes): Stripped | null {
  try {
    if (isPng(bytes)) return { ...stripPng(bytes), type: 'image/png' };
    if (isJpeg(bytes)) return { ...stripJpeg(bytes), type: 'image/jpeg' };
  } catch {
    // The file is truncated or damaged, or its metadata rotates the picture.
  }
  return null;
}

const isPng = (bytes: Bytes): boolean => readName(bytes, 0, 8) === '\x89PNG\r\n\x1a\n';

export const isJpeg = (bytes: Bytes): boolean => readName(bytes, 0, 3) === '\xff\xd8\xff';

function stripPng(bytes: Bytes): Omit<Stripped, 'type'> {
  const view = viewOf(bytes);
  // The first chunk, IHDR, begins with the size.
  const pixels = view.getUint32(16) * view.getUint32(20);
  const parts = [bytes.subarray(0, 8)];
  for (let at = 8; ; ) {
    const end = at + 12 + view.getUint32(at);
    const name = readName(bytes, at + 4, 4);
    if (end > bytes.length) throw new RangeError('This file is truncated.');
    if (name === 'eXIf') refuseRotated(bytes.subarray(at + 8, end - 4));
    if (isShownChunk(name, view.getUint32(at))) parts.push(bytes.subarray(at, end));
    // Data after the end is not part of the picture.
    if (name === 'IEND') return { parts, pixels };
    at = end;
  }
}

const MARKER = 0xff;
const END_OF_IMAGE = 0xd9;
const START_OF_SCAN = 0xda;
const EXIF = 'Exif\0\0';

function stripJpeg(bytes: Bytes): Omit<Stripped, 'type'> {
  const view = viewOf(bytes);
  const parts = [bytes.subarray(0, 2)];
  let pixels = 0;
  for (let at = 2; ; ) {
    if (view.getUint8(at) !== MARKER) throw new RangeError('This is no segment.');
    const marker = view.getUint8(at + 1);
    if (marker === MARKER) {
      at += 1;
      continue;
    }
    if (marker === END_OF_IMAGE) {
      return { parts: [...parts, bytes.subarray(at, at + 2)], pixels };
    }
    const bodyEnd = at + 2 + view.getUint16(at + 2);
    const body = bytes.subarray(at + 4, bodyEnd);
    if (marker === 0xe1 && readName(body, 0, 6) === EXIF) refuseRotated(body.subarray(6));
    if (isFrame(marker)) pixels = view.getUint16(at + 5) * view.getUint16(at + 7);
    const end = marker === START_OF_SCAN ? findScanEnd(view, bodyEnd) : bodyEnd;
    const name = readName(body, 0, SEGMENT_NAME_LENGTH);
    if (isShownSegment(marker, name)) parts.push(bytes.subarray(at, end));
    at = end;
  }
}

/** Whether a segment begins with the size: of the markers C0 to CF, three are tables. */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

/** Where the next segment begins: in coded data, a marker byte is followed by 0 or a restart number. */
function findScanEnd(view: DataView, from: number): number {
  for (let at = from; ; at += 1) {
    if (view.getUint8(at) !== MARKER) continue;
    const next = view.getUint8(at + 1);
    if (next !== 0 && next !== MARKER && (next < 0xd0 || next > 0xd7)) return at;
  }
}

const ORIENTATION = 0x0112;

/** Input: Exif data in TIFF format. Throws if it turns or mirrors the picture. */
function refuseRotated(exif: Bytes): void {
  const view = viewOf(exif);
  const isLittle = readName(exif, 0, 2) === 'II';
  const directory = view.getUint32(4, isLittle);
  const count = view.getUint16(directory, isLittle);
  for (let index = 0; index < count; index += 1) {
    const entry = directory + 2 + index * 12;
    if (view.getUint16(entry, isLittle) !== ORIENTATION) continue;
    if (view.getUint16(entry + 8, isLittle) > 1) throw new RangeError('The picture is turned.');
  }
}

const viewOf = (bytes: Bytes) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

const readName = (bytes: Bytes, at: number, length: number) =>
  String.fromCharCode(...bytes.subarray(at, at + length));
