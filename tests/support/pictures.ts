/** Pictures made on the spot, so that no two tests need share one. */
import { crc32, deflateSync } from 'node:zlib';

/** Red, green and blue, 0 to 255. */
type Colour = [number, number, number];

/** A PNG of one colour. */
export function makePng(
  width: number,
  height: number,
  [red, green, blue]: Colour = [14, 116, 110],
): Buffer {
  const line = Buffer.concat([Buffer.of(0), Buffer.alloc(width * 3, Buffer.of(red, green, blue))]);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const lines = Buffer.concat(Array.from({ length: height }, () => line));
  return joinPng(header, deflateSync(lines));
}

/** One of exactly so many bytes, which is right in its form and shows nothing. */
export function makePngOf(bytes: number): Buffer {
  const header = makePng(1, 1).subarray(16, 29);
  const { length } = joinPng(header, Buffer.alloc(0));
  return joinPng(header, Buffer.alloc(bytes - length, 7));
}

function joinPng(header: Buffer, data: Buffer): Buffer {
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    makeChunk('IHDR', header),
    makeChunk('IDAT', data),
    makeChunk('IEND', Buffer.alloc(0)),
  ]);
}

function makeChunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, check]);
}

export function makeDataUrl(bytes: Buffer, type = 'image/png'): string {
  return `data:${type};base64,${bytes.toString('base64')}`;
}

/** As a file picker hands it over. */
export function makePngFile(name: string, width = 320, height = 200, colour?: Colour) {
  return { name, mimeType: 'image/png', buffer: makePng(width, height, colour) };
}
