/** Whether what a reader looks at stays where it is, from frame to frame. */
import type { Page } from 'playwright-core';

/**
 * Follows the topmost visible message from now on, and none that was followed before; `read` tells how far it
 * has ever strayed.
 */
export async function watchPlace(page: Page) {
  await page.getByRole('log').evaluate((box) => {
    const top = box.getBoundingClientRect().top;
    const rows = [...box.querySelectorAll<HTMLElement>('[data-key]')];
    const row = rows.find((one) => one.getBoundingClientRect().bottom > top + 1);
    const bottom = row?.getBoundingClientRect().bottom ?? Number.NaN;
    box.dataset.strayed = '0';
    const watch = String(performance.now());
    box.dataset.watch = watch;
    const measure = () => {
      const now = box.querySelector(`[data-key="${row?.dataset.key}"]`);
      const strayed = Math.abs((now?.getBoundingClientRect().bottom ?? Number.NaN) - bottom);
      if (!(strayed <= Number(box.dataset.strayed))) box.dataset.strayed = String(strayed);
    };
    // Of each frame only what is painted counts: the last resize observer is the last to run before that.
    const beforePaint = new ResizeObserver(measure);
    const watchFrame = () => {
      beforePaint.unobserve(box);
      if (box.dataset.watch !== watch) return;
      beforePaint.observe(box);
      requestAnimationFrame(watchFrame);
    };
    requestAnimationFrame(watchFrame);
  });
  return { read: async () => Number(await page.getByRole('log').getAttribute('data-strayed')) };
}

/** What is painted in one frame. */
export interface Frame {
  rows: number;
  /** From the lower edge of the view down to the end, in px. */
  fromEnd: number;
  /** Of all messages that are mounted. */
  height: number;
  hasJumpButton: boolean;
}

/** Notes each frame from now on until it is read. */
export async function watchFrames(page: Page): Promise<{ read: () => Promise<Frame[]> }> {
  const noted = await page.getByRole('log').evaluateHandle((box) => {
    const frames: Frame[] = [];
    const note = () => {
      frames.push({
        rows: box.querySelectorAll('[data-key]').length,
        fromEnd: -box.scrollTop,
        height: box.firstElementChild?.getBoundingClientRect().height ?? 0,
        hasJumpButton: box.parentElement?.querySelector('[aria-label="Jump to newest"]') != null,
      });
    };
    const beforePaint = new ResizeObserver(note);
    const watchFrame = () => {
      beforePaint.unobserve(box);
      beforePaint.observe(box);
      requestAnimationFrame(watchFrame);
    };
    requestAnimationFrame(watchFrame);
    return frames;
  });
  await page.waitForFunction((frames) => frames.length > 0, noted);
  return { read: () => noted.jsonValue() };
}
