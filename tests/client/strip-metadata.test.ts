/** What a picture tells beside what is seen is left out, byte by byte. */
import { Buffer } from 'node:buffer';
import { describe, expect, test } from 'vitest';
import { inspectJpeg, inspectPng } from '../../server/domain/pictures/inspect-picture.ts';
import { stripMetadata } from '../../src/pictures/strip-metadata.ts';
import { makePng } from '../support/pictures.ts';

const strip = (bytes: Buffer) => {
  const stripped = stripMetadata(new Uint8Array(bytes));
  return stripped && { type: stripped.type, bytes: Buffer.concat(stripped.parts) };
};

function makeSegment(marker: number, body: Buffer): Buffer {
  const head = Buffer.of(0xff, marker, 0, 0);
  head.writeUInt16BE(body.length + 2, 2);
  return Buffer.concat([head, body]);
}

/** Exif with one field, the orientation. */
function makeExif(orientation: number): Buffer {
  const tiff = Buffer.from('4d4d002a00000008000101120003000000010000000000000000', 'hex');
  tiff.writeUInt16BE(orientation, 18);
  return makeSegment(0xe1, Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff]));
}

const START = Buffer.of(0xff, 0xd8);
const END = Buffer.of(0xff, 0xd9);
const PROFILE = makeSegment(0xe2, Buffer.from('ICC_PROFILE\0colours', 'latin1'));
const TABLE = makeSegment(0xdb, Buffer.alloc(65, 1));
// Coded data holds an escaped 0xff and a restart marker, which end nothing.
const SCAN = Buffer.concat([
  makeSegment(0xda, Buffer.alloc(10, 2)),
  Buffer.of(1, 0xff, 0, 2, 0xff, 0xd0, 3),
]);
const makeJpeg = (...extra: Buffer[]) =>
  Buffer.concat([START, ...extra, PROFILE, TABLE, SCAN, END]);

function makeChunk(name: string, data: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(data.length);
  head.write(name, 4, 'latin1');
  return Buffer.concat([head, data, Buffer.alloc(4)]);
}

describe('A JPEG', () => {
  test('loses place, device, comments and what follows its end; the rest stays byte for byte', () => {
    const xmp = makeSegment(0xe1, Buffer.from('http://ns.adobe.com/xap/1.0/\0<x/>', 'latin1'));
    const comment = makeSegment(0xfe, Buffer.from('written at home'));
    const other = Buffer.concat([makeJpeg(makeExif(1), xmp, comment), makeJpeg(makeExif(1))]);
    expect(strip(other)).toEqual({ type: 'image/jpeg', bytes: makeJpeg() });
  });

  test('that its metadata turns, that is cut off, or that is none, has to be drawn anew', () => {
    expect(strip(makeJpeg(makeExif(6)))).toBeNull();
    expect(strip(makeJpeg().subarray(0, -2))).toBeNull();
    expect(strip(Buffer.from('GIF89a'))).toBeNull();
    expect(strip(Buffer.alloc(0))).toBeNull();
  });
});

test('A PNG loses texts, times and what the server leaves out, too; the rest stays byte for byte', () => {
  const names = ['pHYs', 'hIST', 'sPLT', 'tEXt', 'zTXt', 'iTXt', 'tIME', 'dSIG', 'prVt'];
  const chunks = names.map((name) => makeChunk(name, Buffer.from('Location\0at home', 'latin1')));
  const png = makePng(3, 2);
  const [head, body] = [png.subarray(0, 8 + 25), png.subarray(8 + 25)];
  const stripped = strip(Buffer.concat([head, ...chunks, body, Buffer.from('hidden')]));
  const kept = inspectPng(Buffer.concat([head, ...chunks, body]))?.kept ?? [];
  expect(stripped).toEqual({ type: 'image/png', bytes: Buffer.concat(kept) });
  expect(String(stripped?.bytes)).not.toMatch(/Location|hidden/);
});

test('What the client leaves out of a JPEG is what the server leaves out', () => {
  const frame = makeSegment(0xc0, Buffer.of(8, 0, 2, 0, 3, 1, 1, 0x11, 0));
  const bodies = ['JFIF\0', 'JFXX\0', 'Exif\0', 'MPF\0', 'ICC_PROFILE\0', 'Adobe', 'told', ''];
  const markers = Array.from({ length: 16 }, (_, index) => 0xe0 + index);
  const told = makeJpeg(
    frame,
    ...[...markers, 0xfe].flatMap((marker) =>
      bodies.map((body) => makeSegment(marker, Buffer.from(body, 'latin1'))),
    ),
  );
  expect(strip(told)?.bytes).toEqual(Buffer.concat(inspectJpeg(told)?.kept ?? []));
});
