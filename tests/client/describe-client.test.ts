import { expect, test } from 'vitest';
import { describeClient } from '../../src/screens/profile/account/describe-client.ts';

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';
const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)';
const WINDOWS = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)';
const LINUX = 'Mozilla/5.0 (X11; Linux x86_64)';
const ANDROID = 'Mozilla/5.0 (Linux; Android 14; SM-S918B)';
const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)';

test.each([
  [`${IPHONE} Version/17.5 Mobile/15E148 Safari/604.1`, 'Safari, iPhone'],
  [`${IPHONE} CriOS/126.0.6478.54 Mobile/15E148 Safari/604.1`, 'Chrome, iPhone'],
  [`${IPHONE} FxiOS/127.0 Mobile/15E148 Safari/605.1.15`, 'Firefox, iPhone'],
  [`${IPHONE} Version/17.0 EdgiOS/126.0.2592.56 Mobile/15E148 Safari/605.1.15`, 'Edge, iPhone'],
  [
    `${IPHONE.replaceAll('iPhone;', 'iPad;')} CriOS/126.0.6478.54 Mobile/15E148 Safari/604.1`,
    'Chrome, iPad',
  ],
  [`${MAC} AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Safari/605.1.15`, 'Safari, macOS'],
  [`${WINDOWS} ${WEBKIT} Chrome/126.0.0.0 Safari/537.36`, 'Chrome, Windows'],
  [`${WINDOWS} ${WEBKIT} Chrome/126.0.0.0 Safari/537.36 Edg/126.0.0.0`, 'Edge, Windows'],
  [`${WINDOWS} ${WEBKIT} Chrome/125.0.0.0 Safari/537.36 OPR/111.0.0.0`, 'Opera, Windows'],
  [`${LINUX.replace(')', '; rv:127.0)')} Gecko/20100101 Firefox/127.0`, 'Firefox, Linux'],
  [`${ANDROID} ${WEBKIT} Chrome/126.0.0.0 Mobile Safari/537.36`, 'Chrome, Android'],
  [
    `${ANDROID} ${WEBKIT} SamsungBrowser/25.0 Chrome/121.0.0.0 Mobile Safari/537.36`,
    'Samsung Internet, Android',
  ],
  ['Mozilla/5.0 (Android 14; Mobile; rv:127.0) Gecko/127.0 Firefox/127.0', 'Firefox, Android'],
  [
    'Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36',
    'Chrome, Chrome OS',
  ],
  ['', 'Unknown app'],
])('%s is %s', (client, name) => {
  expect(describeClient(client)).toBe(name);
});

test('An unknown app is shown by the beginning of its name, whatever it says', () => {
  expect(describeClient('(')).toBe('Unknown app (()');
  expect(describeClient('x'.repeat(500)).length).toBeLessThan(60);
});
