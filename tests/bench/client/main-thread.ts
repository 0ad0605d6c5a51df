/** What a page's own thread is kept busy with, and how soon it answers keys. */
import type { Locator, Page } from 'playwright-core';

/** Durations of the tasks over 50 ms while `act` goes on. */
export async function listLongTasks(page: Page, act: () => Promise<unknown>): Promise<number[]> {
  await page.evaluate(() => {
    const seen: number[] = [];
    const observer = new PerformanceObserver((list) =>
      seen.push(...list.getEntries().map(({ duration }) => duration)),
    );
    observer.observe({ type: 'longtask' });
    Object.assign(window, { longTasks: { seen, observer } });
  });
  await act();
  // The last entries are handed over a little later than what they tell of.
  await page.waitForTimeout(200);
  const durations: unknown = await page.evaluate(() => {
    const { seen, observer } = Reflect.get(window, 'longTasks');
    observer.disconnect();
    return seen;
  });
  return Array.isArray(durations) ? durations.map(Number) : [];
}

/** CPU time of the page's thread while `act` goes on, in ms. */
export async function measureBusy(page: Page, act: () => Promise<unknown>): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  const read = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN;
  };
  const before = await read();
  await act();
  const seconds = (await read()) - before;
  await session.detach();
  return seconds * 1_000;
}

/** For each key of `text` typed into a field, the ms from the key until the frame that answers it is done. */
export async function measureKeys(field: Locator, text: string): Promise<number[]> {
  await field.click();
  await field.evaluate((element) => {
    const times: number[] = [];
    Reflect.set(window, 'keyTimes', times);
    element.addEventListener('keydown', ({ timeStamp }) => {
      requestAnimationFrame(() => {
        // A message task runs after the frame is on its way.
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => times.push(performance.now() - timeStamp);
        port2.postMessage(null);
      });
    });
  });
  await field.pressSequentially(text, { delay: 100 });
  await field.page().waitForTimeout(200);
  const times: unknown = await field.page().evaluate(() => Reflect.get(window, 'keyTimes'));
  return Array.isArray(times) ? times.map(Number) : [];
}
