/**
 * The heights of a conversation's pages, in px. Slices of a page have its key as `data-page`, and `data-opens-day` if
 * the day's heading belongs to them; `data-end` comes after the last one.
 */
import type { ThreadPage } from './thread.ts';

/** Height of a row that was never on the screen. A constant: a better guess would move what is below. */
const TYPICAL_ROW_HEIGHT = 58;

export class PageHeights {
  #known = new Map<string, number>();
  #width = 0;

  /** Stores those of the mounted pages. */
  measure(thread: HTMLElement): void {
    const width = thread.clientWidth;
    // Remembered heights are wrong for another width.
    if (width !== this.#width) this.#known.clear();
    this.#width = width;
    let open: { key: string; top: number } | undefined;
    for (const slice of thread.querySelectorAll<HTMLElement>('[data-page]')) {
      const key = slice.dataset.page ?? '';
      if (key === open?.key) continue;
      const opensDay = slice.dataset.opensDay === 'true' && slice.parentElement;
      const top = (opensDay || slice).getBoundingClientRect().top;
      if (open) this.#known.set(open.key, top - open.top);
      open = { key, top };
    }
    const end = thread.querySelector('[data-end]');
    if (open && end) this.#known.set(open.key, end.getBoundingClientRect().top - open.top);
  }

  /** As last mounted; for a page never seen, estimated by its number of messages. */
  of(pages: readonly ThreadPage[]): number[] {
    // Limited: a released page is measured again when it is back.
    if (this.#known.size > 2 * pages.length) this.#forgetAllBut(pages);
    return pages.map(
      ({ key, entries }) => this.#known.get(key) ?? entries.length * TYPICAL_ROW_HEIGHT,
    );
  }

  #forgetAllBut(pages: readonly ThreadPage[]): void {
    const kept = new Set(pages.map(({ key }) => key));
    for (const key of this.#known.keys()) if (!kept.has(key)) this.#known.delete(key);
  }
}
