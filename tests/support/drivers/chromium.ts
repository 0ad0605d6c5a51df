/** The packaged Chromium as one of the driven browsers. */
import { launchBrowser } from '../browser.ts';
import { type DriverBrowser, toSource, WINDOW_SIZE } from './driver.ts';

export async function launchChromium(): Promise<DriverBrowser> {
  const browser = await launchBrowser();
  const troubles: string[] = [];
  return {
    async openWindow() {
      const context = await browser.newContext({ viewport: WINDOW_SIZE });
      const page = await context.newPage();
      page.on('pageerror', (error) => troubles.push(String(error)));
      return {
        async goto(url) {
          await page.goto(url);
        },
        async reload() {
          await page.reload();
        },
        async run(work, given) {
          const call = `(${toSource(work)})(${JSON.stringify(JSON.stringify(given))})`;
          return JSON.parse(String(await page.evaluate(call)));
        },
        moveTo: ({ x, y }) => page.mouse.move(x, y),
        click: ({ x, y }) => page.mouse.click(x, y),
        async turnWheel({ x, y }, pixels) {
          await page.mouse.move(x, y);
          await page.mouse.wheel(0, pixels);
        },
        type: (text) => page.keyboard.type(text),
        press: (key) => page.keyboard.press(key),
        chooseFile: (selector, path) => page.setInputFiles(selector, path),
        bringToFront: () => page.bringToFront(),
        close: () => context.close(),
      };
    },
    takeTroubles: () => troubles.splice(0),
    close: () => browser.close(),
  };
}
