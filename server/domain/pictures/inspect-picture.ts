/** Parses PNG by chunks (W3C PNG, third edition) and JPEG by segments: size, completeness, and what to remove. */
import { crc32 } from 'node:zlib';
import {
  isShownChunk,
  isShownSegment,
  SEGMENT_NAME_LENGTH,
} from '../../../src/protocol/shown-parts.ts';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

export function isPng(bytes: Buffer): boolean {
  return bytes.subarray(0, SIGNATURE.length).equals(SIGNATURE);
}

/** Undefined if the file is truncated, is not a valid PNG, or has more parts than any picture. */
export function inspectPng(bytes: Buffer): Inspected | undefined {
  const kept: Buffer[] = [SIGNATURE];
  let size: { width: number; height: number } | undefined;
  let orientation: number | undefined;
  let hasData = false;
  const seen = new Set<string>();
  let before = '';

  for (let at = SIGNATURE.length, parts = 0; at + 12 <= bytes.length && parts < MAX_PARTS; ) {
    parts += 1;
    const end = at + 12 + bytes.readUInt32BE(at);
    if (end > bytes.length) return undefined;
    const name = bytes.toString('latin1', at + 4, at + 8);
    const data = bytes.subarray(at + 8, end - 4);

    if (!size) {
      if (name !== 'IHDR' || data.length !== 13) return undefined;
      size = { width: data.readUInt32BE(0), height: data.readUInt32BE(4) };
    }
    if (name === 'eXIf' && orientation === undefined) {
      orientation = readOrientation(data);
      if (orientation !== 1) kept.push(makeChunk('eXIf', writeOrientation(orientation)));
    }
    // Pixels are in one row of chunks; others would be ignored, and could hold anything.
    if (name === 'IDAT' && hasData && before !== 'IDAT') return undefined;
    const isFrame = name === 'fcTL' || name === 'fdAT';
    const isShown = isFrame ? seen.has('acTL') : name === 'IDAT' || !seen.has(name);
    if (isShown && isShownChunk(name, data.length)) kept.push(bytes.subarray(at, end));
    if (name === 'IDAT') hasData = true;
    seen.add(name);
    before = name;
    // Data after the end is not part of the picture.
    if (name === 'IEND')
      return hasData ? { ...size, orientation: orientation ?? 1, kept } : undefined;
    at = end;
  }
  return undefined;
}

function makeChunk(name: string, data: Buffer): Buffer {
  const chunk = Buffer.alloc(12 + data.length);
  chunk.writeUInt32BE(data.length, 0);
  chunk.write(name, 4, 'latin1');
  data.copy(chunk, 8);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, 8 + data.length)), 8 + data.length);
  return chunk;
}

/** Parses JPEG by segments (ITU T.81, annex B): size, completeness, and which segments to remove. */
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

/** Undefined if the file is truncated, is not a valid JPEG, or has more parts than any picture. */
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

/** The result of a format's parser: coded size, EXIF orientation, and the parts to store. */
interface Inspected {
  width: number;
  height: number;
  orientation: number;
  kept: Buffer[];
}

/** Parts of one file: far more than cameras and programs write, and few enough to parse quickly. */
const MAX_PARTS = 20_000;
