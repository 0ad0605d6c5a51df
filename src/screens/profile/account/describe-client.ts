import Bowser from 'bowser';
import { texts } from './texts.ts';

/** Shorter names than those of the parser. */
const USUAL: Readonly<Record<string, string>> = {
  'Microsoft Edge': 'Edge',
  'Samsung Internet for Android': 'Samsung Internet',
};

/** The browser and the system or device of a `User-Agent`, if known. */
export function describeClient(client: string): string {
  if (client === '') return texts.sessions.unknownClient;
  const { browser, os, platform } = Bowser.parse(client);
  const isApplePhone = platform.vendor === 'Apple' && os.name === 'iOS';
  const place = (isApplePhone && platform.model) || os.name;
  const name = browser.name && (USUAL[browser.name] ?? browser.name);
  return (
    [name, place].filter(Boolean).join(', ') || texts.sessions.otherClient(client.slice(0, 40))
  );
}
