/** Pictures: what is taken out of them, how large they are said to be, and how they are answered. */
import { crc32 } from 'node:zlib';
import { expect, test } from 'vitest';
import { acceptPicture } from '../../server/domain/pictures/accept-picture.ts';
import { readOrientation, writeOrientation } from '../../server/domain/pictures/inspect-picture.ts';
import { makeDataUrl, makePng } from '../support/pictures.ts';
import { startServer } from '../support/server.ts';
import { send, signUp } from './support/calls.ts';
import { ada, grace, openPair, server } from './support/pair.ts';

const LIMITS = { bytes: 1_000_000, pixels: 1_000_000 };
const accept = (bytes: Buffer, type = 'image/jpeg') =>
  acceptPicture(makeDataUrl(bytes, type), LIMITS);

function segment(marker: number, data: Buffer | string): Buffer {
  const body = typeof data === 'string' ? Buffer.from(data, 'latin1') : data;
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(body.length + 2, 2);
  return Buffer.concat([head, body]);
}

const SOI = Buffer.from([0xff, 0xd8]);
const EOI = Buffer.from([0xff, 0xd9]);
const JFIF = segment(0xe0, 'JFIF\0\x01\x01\0\0\x01\0\x01\0\0');
const FRAME = segment(0xc0, Buffer.from([8, 0, 20, 0, 30, 1, 1, 0x11, 0]));
/** Coded data with an escaped 0xff and a restart mark in it. */
const SCAN = Buffer.concat([
  segment(0xda, Buffer.from([1, 1, 0, 0, 63, 0])),
  Buffer.from([1, 0xff, 0, 2, 0xff, 0xd0, 3]),
]);
const TABLE = segment(0xc4, 'table');
const JPEG = [SOI, JFIF, FRAME, TABLE, SCAN];

function exif(tiff: Buffer): Buffer {
  return segment(0xe1, Buffer.concat([Buffer.from('Exif\0\0'), tiff]));
}

/** As cameras write it: little-endian, behind other entries, with GPS and a text after it. */
function cameraTiff(orientation: number): Buffer {
  const tiff = Buffer.alloc(38);
  tiff.write('II*\0', 'latin1');
  tiff.writeUInt32LE(8, 4);
  tiff.writeUInt16LE(2, 8);
  tiff.writeUInt16LE(0x8825, 10);
  tiff.writeUInt16LE(4, 12);
  tiff.writeUInt16LE(0x0112, 22);
  tiff.writeUInt16LE(3, 24);
  tiff.writeUInt32LE(1, 26);
  tiff.writeUInt16LE(orientation, 30);
  return Buffer.concat([tiff, Buffer.from('SECRET PLACE')]);
}

function chunk(name: string, data: Buffer | string): Buffer {
  const body = Buffer.concat([Buffer.from(name), Buffer.from(data)]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(body.length - 4);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

/** Puts chunks behind the header of a PNG. */
function withChunks(png: Buffer, ...chunks: Buffer[]): Buffer {
  return Buffer.concat([png.subarray(0, 33), ...chunks, png.subarray(33)]);
}

test('A JPEG keeps what is shown and loses the rest', () => {
  const profile = segment(0xe2, 'ICC_PROFILE\0\x01\x01profile');
  const adobe = segment(0xee, 'Adobe\0d\0\0\0\0\x01');
  const secrets = [
    segment(0xe0, 'JFXX\0 thumbnail'),
    segment(0xe1, 'http://ns.adobe.com/xap/1.0/\0 SECRET'),
    segment(0xe2, 'MPF\0 SECRET'),
    segment(0xed, 'Photoshop 3.0\0 SECRET'),
    segment(0xfe, 'SECRET'),
    ...[0xf0, 0xf7, 0xfd, 0x02, 0x4f, 0xbf, 0xc8, 0xde, 0xdf].map((marker) =>
      segment(marker, 'SECRET'),
    ),
  ];
  const file = [SOI, JFIF, ...secrets, profile, adobe, FRAME, TABLE, SCAN, TABLE, SCAN, EOI];
  const picture = accept(Buffer.concat([...file, Buffer.from('SECRET trailer')]));
  expect(picture).toMatchObject({ type: 'image/jpeg', width: 30, height: 20 });
  expect(picture.bytes).toEqual(
    Buffer.concat([SOI, JFIF, profile, adobe, FRAME, TABLE, SCAN, TABLE, SCAN, EOI]),
  );
});

test.each([1, 3, 6, 8])('A JPEG keeps orientation %i and nothing else of EXIF', (value) => {
  const picture = accept(Buffer.concat([SOI, exif(cameraTiff(value)), ...JPEG.slice(1), EOI]));
  expect(picture.bytes.includes('SECRET')).toBe(false);
  const isTurned = value >= 5;
  expect([picture.width, picture.height]).toEqual(isTurned ? [20, 30] : [30, 20]);
  const at = picture.bytes.indexOf('Exif\0\0');
  expect(at === -1 ? 1 : readOrientation(picture.bytes.subarray(at + 6))).toBe(value);
});

test.each([
  ['without its end', JPEG],
  ['cut in its coded data', [SOI, JFIF, FRAME, TABLE, SCAN.subarray(0, 12)]],
  ['cut in a segment', [SOI, JFIF, FRAME.subarray(0, 6)]],
  ['without coded data', [SOI, JFIF, FRAME, EOI]],
  ['with two frames', [SOI, JFIF, FRAME, FRAME, SCAN, EOI]],
  ['with rubbish between segments', [SOI, JFIF, Buffer.from('rubbish'), FRAME, SCAN, EOI]],
  ['with a segment of no length', [SOI, Buffer.from([0xff, 0xe0, 0, 0]), FRAME, SCAN, EOI]],
  ['of more parts than any picture has', [SOI, FRAME, ...Array(20_000).fill(TABLE), SCAN, EOI]],
  ['of more scans than an encoder writes', [SOI, FRAME, ...Array(101).fill(SCAN), EOI]],
  ['of no width', [SOI, segment(0xc0, Buffer.from([8, 0, 9, 0, 0, 1])), SCAN, EOI]],
])('A JPEG %s is refused as damaged', (_what, parts) => {
  expect(() => accept(Buffer.concat(parts))).toThrow('The picture is damaged or cut off.');
});

const png = makePng(30, 20);

test('A PNG keeps what is shown and loses the rest', () => {
  const gamma = chunk('gAMA', '\0\0\0\x01');
  const file = withChunks(
    png,
    gamma,
    chunk('tEXt', 'SECRET'),
    chunk('iTXt', 'SECRET'),
    chunk('zTXt', 'SECRET'),
    chunk('tIME', 'SECRET!'),
    chunk('prVt', 'SECRET'),
    chunk('gAMA', 'ONCE'),
    chunk('pHYs', 'NINE BYTES ARE ENOUGH'),
    chunk('fdAT', 'NO ANIMATION'),
  );
  const picture = accept(Buffer.concat([file, Buffer.from('SECRET')]), 'image/png');
  expect(picture).toMatchObject({ type: 'image/png', width: 30, height: 20 });
  expect(picture.bytes).toEqual(withChunks(png, gamma));
});

test('A PNG keeps the orientation and nothing else of EXIF', () => {
  const file = withChunks(png, chunk('eXIf', cameraTiff(6)), chunk('eXIf', cameraTiff(3)));
  const picture = accept(file, 'image/png');
  expect([picture.width, picture.height]).toEqual([20, 30]);
  expect(picture.bytes).toEqual(withChunks(png, chunk('eXIf', writeOrientation(6))));
});

test('A PNG keeps the frames of an animation', () => {
  const frames = [chunk('acTL', Buffer.alloc(8)), chunk('fcTL', Buffer.alloc(26))];
  const animated = withChunks(png, ...frames, chunk('fdAT', 'FRAME'));
  expect(accept(animated, 'image/png').bytes).toEqual(animated);
});

test.each([
  ['without its end', png.subarray(0, png.length - 12)],
  ['cut in a chunk', png.subarray(0, 50)],
  ['without data', Buffer.concat([png.subarray(0, 33), chunk('IEND', '')])],
  [
    'with pixels in two places',
    Buffer.concat([
      png.subarray(0, -12),
      chunk('gAMA', '\0\0\0\x01'),
      chunk('IDAT', 'SECRET'),
      png.subarray(-12),
    ]),
  ],
  ['without a header', Buffer.concat([png.subarray(0, 8), png.subarray(33)])],
  ['of more parts than any picture has', withChunks(png, ...Array(20_000).fill(chunk('tEXt', '')))],
  ['with a chunk longer than the file', withChunks(png, Buffer.from('ffffffff49444154', 'hex'))],
])('A PNG %s is refused as damaged', (_what, bytes) => {
  expect(() => accept(bytes, 'image/png')).toThrow('The picture is damaged or cut off.');
});

test('The orientation in EXIF is "as it is" where nothing, or nothing that makes sense, is said', () => {
  for (const tiff of [
    Buffer.alloc(0),
    Buffer.from('XX*\0\x08\0\0\0\0\0'),
    Buffer.from('II*\0\xff\xff\xff\xff\0\0', 'latin1'),
    Buffer.from('II*\0\x08\0\0\0\xff\xff', 'latin1'),
    cameraTiff(9),
  ]) {
    expect(readOrientation(tiff)).toBe(1);
  }
});

test('The bytes of a picture decide its type, whatever the ending of its file has told the browser', () => {
  expect(accept(png, 'image/jpg')).toMatchObject({ type: 'image/png', width: 30, height: 20 });
  const jpeg = Buffer.concat([...JPEG, EOI]);
  expect(accept(jpeg, 'image/png')).toMatchObject({ type: 'image/jpeg', width: 30, height: 20 });
  expect(() => accept(jpeg, 'image/gif')).toThrow('Select a PNG or JPEG picture.');
});

test('Base64 that was changed on its way is refused', () => {
  const url = makeDataUrl(makePng(30, 20));
  for (const changed of [
    // With bits that no byte has.
    url.replace(/.=*$/, (end) => end.replace(/^./, '9')),
    `${url.slice(0, 40)}**${url.slice(42)}`,
    `${url}=`,
    makeDataUrl(Buffer.alloc(0)),
  ]) {
    expect(changed).not.toBe(url);
    expect(() => acceptPicture(changed, LIMITS)).toThrow('did not arrive in one piece');
  }
});

test('What is too large is said before anything is decoded', () => {
  const wide = Buffer.concat([SOI, segment(0xc0, Buffer.from([8, 4, 0, 4, 0, 1]))]);
  const big = Buffer.concat([wide, SCAN, EOI]);
  expect(() => accept(big)).toThrow('too many pixels: at most 1 million');
  expect(() => accept(Buffer.concat([...JPEG, Buffer.alloc(1_000_000)]))).toThrow(
    'The picture is too large: at most 976 kB.',
  );
});

openPair({ isShared: true });

test('A picture is answered to whoever knows its address, to be stored by the app alone and to run nothing', async () => {
  const png = makePng(12, 8);
  const { image, imageSize } = await send(server.url, ada, grace, { image: makeDataUrl(png) });
  expect(imageSize).toEqual({ width: 12, height: 8 });
  const url = server.url + image;
  const response = await fetch(url);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'image/png',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'content-disposition': 'inline; filename="picture.png"',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
  });
  expect(Buffer.from(await response.arrayBuffer())).toEqual(png);
  const tag = response.headers.get('etag') ?? '';
  expect((await fetch(url, { headers: { 'if-none-match': tag } })).status).toBe(304);
  const head = await fetch(url, { method: 'HEAD' });
  expect(head.status).toBe(200);
  expect(head.headers.get('content-length')).toBe(String(png.length));
  expect((await head.arrayBuffer()).byteLength).toBe(0);
  expect((await fetch(`${server.url}/api/v1/media/${'0'.repeat(32)}`)).status).toBe(404);
});

test('The address of a picture is absolute, and for other sites to show, when the public address is set', async () => {
  const open = await startServer({ config: { PUBLIC_URL: 'https://chat.example.org' } });
  const [from, to] = [await signUp(open.url), await signUp(open.url)];
  const { image } = await send(open.url, from, to, { image: makeDataUrl(makePng(4, 4)) });
  expect(image).toMatch(/^https:\/\/chat\.example\.org\/api\/v1\/media\/[0-9a-f]{32}$/);
  const response = await fetch(open.url + new URL(image ?? '').pathname);
  expect(response.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
  await open.close();
});
