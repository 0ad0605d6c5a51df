/** Parses JPEG by segments (ITU T.81, annex B): size, completeness, and which segments to remove. */
import { isShownSegment, SEGMENT_NAME_LENGTH } from '../../../src/protocol/shown-parts.ts';
import { type Inspected, MAX_PARTS } from './inspected.ts';
import { readOrientation, writeOrientation } from './orientation.ts';

const SOI = Buffer.from([0xff, 0xd8]);
const EOI = Buffer.from([0xff, 0xd9]);
const EXIF = 'Exif\0\0';

/** Encoders write up to about twenty; each takes a browser as long as a whole picture. */
const MAX_SCANS = 100;

export function isJpeg(bytes: Buffer): boolean {
  return bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff;
}

/** Whether a segment contains the size: SOF0 to SOF15, without DHT, JPG and DAC, which lie between them. */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;

/** Undefined if the file is cut off, is not a valid JPEG, or has more parts than any picture. */
export function inspectJpeg(bytes: Buffer): Inspected | undefined {
  const kept: Buffer[] = [];
  let size: { width: number; height: number } | undefined;
  let orientation: number | undefined;
  let scans = 0;

  for (let at = SOI.length, parts = 0; at + 2 <= bytes.length && parts < MAX_PARTS; ) {
    if (bytes[at] !== 0xff) return undefined;
    const marker = bytes[at + 1];
    if (marker === undefined) return undefined;
    if (marker === 0xff) {
      at += 1; // a fill byte
      continue;
    }
    parts += 1;
    if (marker === 0xd9) {
      // Data after the end (other pictures, hidden data) is not part of the picture.
      if (!size || scans === 0) return undefined;
      const head = orientation && orientation !== 1 ? [SOI, makeExif(orientation)] : [SOI];
      return { ...size, orientation: orientation ?? 1, kept: [...head, ...kept, EOI] };
    }
    if (at + 4 > bytes.length) return undefined;
    const end = at + 2 + bytes.readUInt16BE(at + 2);
    if (end > bytes.length || end < at + 4) return undefined;
    const data = bytes.subarray(at + 4, end);

    if (isFrame(marker)) {
      if (size || data.length < 6) return undefined;
      size = { height: data.readUInt16BE(1), width: data.readUInt16BE(3) };
    }
    if (marker === 0xe1 && data.toString('latin1', 0, EXIF.length) === EXIF) {
      orientation ??= readOrientation(data.subarray(EXIF.length));
    }
    if (marker === 0xda) {
      const scanEnd = findScanEnd(bytes, end);
      scans += 1;
      if (scanEnd === undefined || !size || scans > MAX_SCANS) return undefined;
      kept.push(bytes.subarray(at, scanEnd));
      at = scanEnd;
      continue;
    }
    const name = data.toString('latin1', 0, SEGMENT_NAME_LENGTH);
    if (isShownSegment(marker, name)) kept.push(bytes.subarray(at, end));
    at = end;
  }
  return undefined;
}

/** The position of the next marker after coded data, in which 0xff is followed by 0 or a restart number. */
function findScanEnd(bytes: Buffer, from: number): number | undefined {
  // Byte by byte: `indexOf` for the next 0xff is slow if there are very many.
  for (let at = from; at < bytes.length; at += 1) {
    if (bytes[at] !== 0xff) continue;
    const next = bytes[at + 1];
    if (next === undefined) return undefined;
    if (next !== 0 && next !== 0xff && !(next >= 0xd0 && next <= 0xd7)) return at;
  }
  return undefined;
}

function makeExif(orientation: number): Buffer {
  const body = Buffer.concat([Buffer.from(EXIF, 'latin1'), writeOrientation(orientation)]);
  const head = Buffer.from([0xff, 0xe1, 0, 0]);
  head.writeUInt16BE(body.length + 2, 2);
  return Buffer.concat([head, body]);
}
