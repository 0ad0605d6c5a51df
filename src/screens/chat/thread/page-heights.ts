/**
 * How high the pages of a conversation are, in px. Slices of a page carry its key as `data-page`, and
 * `data-opens-day` when the day's heading belongs to them; `data-end` stands after the last one.
 */
import type { ThreadPage } from './thread.ts';

/** Height of a row that was never on the screen. A constant: a better guess would move what is below. */
const TYPICAL_ROW_HEIGHT = 58;

export class PageHeights {
  #known = new Map<string, number>();
  #width = 0;

  /** Remembers those of the mounted pages. */
  measure(thread: HTMLElement): void {
    const width = thread.clientWidth;
    // In another width every remembered height is wrong.
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

  /** As they were when they were mounted last; of a page never seen what its number of messages suggests. */
  of(pages: readonly ThreadPage[]): number[] {
    // Bounded: a page that is let go is measured again when it is back.
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
