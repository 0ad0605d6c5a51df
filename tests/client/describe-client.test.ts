import { expect, test } from 'vitest';
import { describeClient } from '../../src/screens/profile/account/describe-client.ts';

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';
const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)';
const WINDOWS = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)';
const ANDROID = 'Mozilla/5.0 (Linux; Android 14; SM-S918B)';
const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)';

test.each([
  [`${IPHONE} Version/17.5 Mobile/15E148 Safari/604.1`, 'Safari, iPhone'],
  [`${IPHONE} CriOS/126.0.6478.54 Mobile/15E148 Safari/604.1`, 'Chrome, iPhone'],
  [`${IPHONE.replaceAll('iPhone;', 'iPad;')} FxiOS/127.0 Safari/605.1.15`, 'Firefox, iPad'],
  [`${MAC} AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Safari/605.1.15`, 'Safari, macOS'],
  [`${WINDOWS} ${WEBKIT} Chrome/126.0.0.0 Safari/537.36`, 'Chrome, Windows'],
  [`${WINDOWS} ${WEBKIT} Chrome/126.0.0.0 Safari/537.36 Edg/126.0.0.0`, 'Edge, Windows'],
  [`${WINDOWS} ${WEBKIT} Chrome/125.0.0.0 Safari/537.36 OPR/111.0.0.0`, 'Opera, Windows'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0', 'Firefox, Linux'],
  [`${ANDROID} ${WEBKIT} SamsungBrowser/25.0 Chrome/121.0.0.0`, 'Samsung Internet, Android'],
  [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${WEBKIT} Chrome/126.0.0.0`, 'Chrome, Chrome OS'],
  ['', 'Unknown app'],
  ['(', 'Unknown app (()'],
])('%s is %s', (client, name) => {
  expect(describeClient(client)).toBe(name);
});

test('An unknown app is shown by the beginning of its name', () => {
  expect(describeClient('x'.repeat(500)).length).toBeLessThan(60);
});
