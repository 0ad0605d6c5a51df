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
