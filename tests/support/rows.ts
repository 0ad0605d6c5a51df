/** The conversation as it stands on the screen, read in one go. */
import type { Page } from 'playwright-core';

interface Row {
  /** The first line of the text, or `picture`. */
  content: string;
  isOwn: boolean;
  /** Of an own message: sending, waiting, failed, sent, delivered or seen. */
  state: string | undefined;
}

/** The messages that are mounted, in their order. */
function readRows(page: Page): Promise<Row[]> {
  return page.evaluate(() =>
    Array.from(document.querySelectorAll<HTMLElement>('[role=log] [data-own]'), (row) => ({
      content: row.querySelector('.with-picture')
        ? 'picture'
        : (row.querySelector('.bubble p')?.firstChild?.textContent ?? ''),
      isOwn: row.dataset.own === 'true',
      state: row.dataset.state,
    })),
  );
}

export async function readContents(page: Page): Promise<string[]> {
  return (await readRows(page)).map(({ content }) => content);
}

export async function readStates(page: Page): Promise<string[]> {
  return (await readRows(page)).flatMap(({ state }) => (state === undefined ? [] : [state]));
}
