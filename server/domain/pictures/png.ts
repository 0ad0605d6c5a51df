/** Parses PNG by chunks (W3C PNG, third edition): size, completeness, and which chunks to remove. */
import { crc32 } from 'node:zlib';
import { isShownChunk } from '../../../src/protocol/shown-parts.ts';
import { type Inspected, MAX_PARTS } from './inspected.ts';
import { readOrientation, writeOrientation } from './orientation.ts';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

export function isPng(bytes: Buffer): boolean {
  return bytes.subarray(0, SIGNATURE.length).equals(SIGNATURE);
}

/** Undefined if the file is cut off, is not a valid PNG, or has more parts than any picture. */
export function inspectPng(bytes: Buffer): Inspected | undefined {
  const kept: Buffer[] = [SIGNATURE];
  let size: { width: number; height: number } | undefined;
  let orientation: number | undefined;
  let hasData = false;

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
    if (name === 'IDAT') hasData = true;
    if (name === 'eXIf' && orientation === undefined) {
      orientation = readOrientation(data);
      if (orientation !== 1) kept.push(makeChunk('eXIf', writeOrientation(orientation)));
    }
    if (isShownChunk(name)) kept.push(bytes.subarray(at, end));
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
