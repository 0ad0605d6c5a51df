import type { Browser, BrowserContext, BrowserContextOptions } from 'playwright-core';

/** A browser of its own on a desk, in which this person has signed in before. Whoever opens it closes it. */
export const openSignedIn = (
  browser: Browser,
  url: string,
  { token }: { token: string },
  more: BrowserContextOptions = {},
): Promise<BrowserContext> =>
  browser.newContext({
    serviceWorkers: 'block',
    viewport: { width: 1440, height: 900 },
    storageState: makeStorage(url, token),
    ...more,
  });

/** The storage of a browser in which somebody has signed in before. */
export function makeStorage(
  url: string,
  token: string,
): NonNullable<BrowserContextOptions['storageState']> {
  const { origin } = new URL(url);
  return { cookies: [], origins: [{ origin, localStorage: [{ name: 'token', value: token }] }] };
}
