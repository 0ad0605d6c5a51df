/**
 * WebKitGTK's MiniBrowser, driven by WebDriver over HTTP. One driver is one browser, so that each person has a process
 * of their own; all are drawn on one screen in memory.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { z } from 'zod';
import { describeMissing, PROGRAMS } from '../engines.ts';
import { findFreePort } from '../free-port.ts';
import { WAIT_LIMIT_MS } from '../limits.ts';
import {
  type DriverBrowser,
  type DriverWindow,
  type Json,
  toSource,
  WINDOW_SIZE,
} from './driver.ts';
import { clicking, moving, pressing, scrolling, typing } from './input.ts';

/** Of MiniBrowser, in px: its window has to be that much higher than the page. */
const TOOL_BAR = 38;
const SCREEN = '1600x1100x24';

export async function launchWebKit(): Promise<DriverBrowser> {
  const { webKitDriver, miniBrowser, xvfb } = PROGRAMS;
  if (!webKitDriver || !miniBrowser || !xvfb) throw new Error(describeMissing(['WebKitGTK']));
  const screen = spawn(xvfb, ['-displayfd', '3', '-screen', '0', SCREEN, '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const children = [screen];
  process.once('exit', () => {
    for (const child of children) child.kill('SIGKILL');
  });
  const display = await readDisplay(screen);
  const environment = {
    ...process.env,
    DISPLAY: `:${display}`,
    // Without it a conversation is painted some frames a second, where there is no graphics card.
    WEBKIT_DISABLE_DMABUF_RENDERER: '1',
    ...(process.getuid?.() === 0 && { WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1' }),
  };
  return {
    async openWindow() {
      const port = await findFreePort();
      const child = spawn(webKitDriver, [`--port=${port}`], { env: environment, stdio: 'ignore' });
      children.push(child);
      return openWindow(`http://127.0.0.1:${port}`, miniBrowser, child);
    },
    takeTroubles: () => [],
    async close() {
      await Promise.all(children.map(endProcess));
    },
  };
}

async function readDisplay(screen: ChildProcess): Promise<string> {
  const [, , , numbers] = screen.stdio;
  if (!numbers) throw new Error('The screen in memory has no way to tell its number.');
  const [number] = await Promise.race([
    once(numbers, 'data'),
    once(screen, 'exit').then(() => {
      throw new Error('The screen in memory could not be started.');
    }),
  ]);
  return String(number).trim();
}

async function endProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}

const Answer = z.object({ value: z.unknown() });
const Failure = z.object({ error: z.string(), message: z.string() });
const Outcome = z.union([z.object({ value: z.string() }), z.object({ error: z.string() })]);

async function call(url: string, method: string, body?: Json): Promise<unknown> {
  const response = await fetch(url, {
    method,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const { value } = Answer.parse(await response.json());
  if (response.ok) return value;
  const { error, message } = Failure.parse(value);
  throw new Error(`${method} ${url}: ${error}: ${message}`);
}

/** Tried until the driver listens. */
async function openSession(driver: string, binary: string): Promise<string> {
  const alwaysMatch = {
    browserName: 'MiniBrowser',
    'webkitgtk:browserOptions': { binary, args: ['--automation'] },
  };
  const deadline = Date.now() + WAIT_LIMIT_MS;
  for (;;) {
    try {
      const value = await call(`${driver}/session`, 'POST', { capabilities: { alwaysMatch } });
      return z.object({ sessionId: z.string() }).parse(value).sessionId;
    } catch (error) {
      if (Date.now() > deadline || !(error instanceof TypeError)) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

async function openWindow(
  driver: string,
  binary: string,
  child: ChildProcess,
): Promise<DriverWindow> {
  const session = `${driver}/session/${await openSession(driver, binary)}`;
  const { width, height } = WINDOW_SIZE;
  const size = { x: 0, y: 0, width, height: height + TOOL_BAR };
  await call(`${session}/window/rect`, 'POST', size);

  const perform = async (actions: Json) => {
    await call(`${session}/actions`, 'POST', { actions });
    // The same turn of the wheel twice would otherwise be one.
    await call(`${session}/actions`, 'DELETE');
  };
  const run = async (source: string, given: string) => {
    const script = `const [given, done] = arguments;
      (${source})(given).then((value) => done({ value }), (error) => done({ error: String(error) }));`;
    const outcome = Outcome.parse(
      await call(`${session}/execute/async`, 'POST', { script, args: [given] }),
    );
    if ('error' in outcome) throw new Error(outcome.error);
    return outcome.value;
  };
  return {
    async goto(url) {
      await call(`${session}/url`, 'POST', { url });
    },
    async reload() {
      await call(`${session}/refresh`, 'POST', {});
    },
    run: async (work, given) => JSON.parse(await run(toSource(work), JSON.stringify(given))),
    moveTo: (point) => perform(moving(point)),
    click: (point) => perform(clicking(point)),
    turnWheel: (point, pixels) => perform(scrolling(point, pixels)),
    type: (text) => perform(typing(text)),
    press: (key) => perform(pressing(key)),
    async chooseFile(selector, path) {
      const using = { using: 'css selector', value: selector };
      const found = await call(`${session}/element`, 'POST', using);
      const [id] = Object.values(z.record(z.string(), z.string()).parse(found));
      await call(`${session}/element/${id}/value`, 'POST', { text: path });
    },
    // MiniBrowser has no command for it, and without a window manager no window has the focus: the page is told so.
    async bringToFront() {
      const tell = `async () => {
        document.hasFocus = () => true;
        window.dispatchEvent(new Event('focus'));
        return 'null';
      }`;
      await run(tell, 'null');
    },
    async close() {
      await call(session, 'DELETE').catch(() => undefined);
      await endProcess(child);
    },
  };
}
