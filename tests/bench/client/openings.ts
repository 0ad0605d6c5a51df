/**
 * How soon a conversation stands after a click on its row: loaded from the server, and when it was open
 * before. One opening says little, so each round is a page of its own that opens all of them, and which
 * comes first, and finds the least compiled, goes round.
 */
import type { Browser, Page } from 'playwright-core';
import { row } from '../../support/actions.ts';
import type { Person } from '../load/orders.ts';
import { openSignedIn } from './signed-in.ts';

export interface Correspondent {
  person: Person;
  fullName: string;
  messages: number;
}

export interface Opening {
  /** From the click to the frame with the newest message, loading it from the server. */
  firstMs: number;
  /** The same when it was open before. */
  againMs: number;
  againFrames: number;
}

/** Between two, for what one does behind the screen. */
const REST_MS = 300;

/**
 * Round by round, one for each of the correspondents but the first, who brings the code of conversations
 * with it and is not measured.
 */
export async function measureOpenings(
  browser: Browser,
  url: string,
  reader: Person,
  [first, ...others]: Correspondent[],
  rounds: number,
): Promise<Opening[][]> {
  const results: Opening[][] = [];
  for (let round = 0; round < rounds; round += 1) {
    const shift = round % others.length;
    const order = [...others.slice(shift), ...others.slice(0, shift)];
    const context = await openSignedIn(browser, url, reader);
    try {
      const page = await context.newPage();
      await page.goto(url);
      await open(page, first);
      const measure = async () => {
        const opened = new Map<Correspondent, { ms: number; frames: number }>();
        for (const one of order) {
          await page.waitForTimeout(REST_MS);
          opened.set(one, await open(page, one));
        }
        return opened;
      };
      const firstTimes = await measure();
      const again = await measure();
      results.push(
        others.map((one) => ({
          firstMs: firstTimes.get(one)?.ms ?? Number.NaN,
          againMs: again.get(one)?.ms ?? Number.NaN,
          againFrames: again.get(one)?.frames ?? Number.NaN,
        })),
      );
    } finally {
      await context.close();
    }
  }
  return results;
}

/** Clicks the person's row, and waits until a frame with rows of that conversation has been painted. */
export async function open(
  page: Page,
  correspondent: Correspondent | undefined,
): Promise<{ ms: number; frames: number }> {
  const fullName = correspondent?.fullName ?? '';
  await row(page, fullName).first().waitFor();
  return page.evaluate(async (name) => {
    const rows = [...document.querySelectorAll<HTMLElement>('[aria-label="People"] .user-row')];
    const found = rows.find((one) => one.querySelector('.name')?.textContent === name);
    if (!found) throw new Error(`${name} is not in the list.`);
    let frames = 0;
    const nextFrame = async () => {
      await new Promise((resolve) => requestAnimationFrame(resolve));
      frames += 1;
    };
    const began = performance.now();
    found.click();
    while (!document.querySelector(`[aria-label="Conversation with ${name}"] [data-own]`)) {
      await nextFrame();
    }
    await nextFrame();
    return { ms: performance.now() - began, frames };
  }, fullName);
}
