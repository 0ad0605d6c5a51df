/** Firefox, driven by WebDriver BiDi, which it speaks itself. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WebSocket } from 'ws';
import { z } from 'zod';
import { describeMissing, PROGRAMS } from '../engines.ts';
import {
  type DriverBrowser,
  type DriverWindow,
  type Json,
  toSource,
  WINDOW_SIZE,
} from './driver.ts';
import { clicking, moving, pressing, scrolling, typing } from './input.ts';

const PREFERENCES = {
  'browser.shell.checkDefaultBrowser': false,
  'browser.startup.homepage_override.mstone': 'ignore',
  'datareporting.policy.dataSubmissionEnabled': false,
  'toolkit.telemetry.reportingpolicy.firstRun': false,
  'app.update.disabledForTesting': true,
  // It would wait up to a minute before it opens a socket again where one has failed.
  'network.websocket.delay-failed-reconnects': false,
  // Smooth scrolling, and all that moves, would be waited for in vain: as with less motion in Chromium.
  'ui.prefersReducedMotion': 1,
  // A mouse, which can hover and is precise: without a screen it would report no pointer.
  'ui.primaryPointerCapabilities': 6,
  'ui.allPointerCapabilities': 6,
};

const Message = z.union([
  z.object({ type: z.literal('success'), id: z.number(), result: z.unknown() }),
  z.object({ type: z.literal('error'), id: z.number(), error: z.string(), message: z.string() }),
  z.object({ type: z.literal('event'), method: z.string(), params: z.unknown() }),
]);
/** It tells of a call that reaches nobody as it does of an exception. */
const ECHO = /can’t establish a connection to the server|connection to .* was interrupted/;
const LogEntry = z.object({ type: z.string(), level: z.string(), text: z.string().nullable() });
const Evaluated = z.union([
  z.object({
    type: z.literal('success'),
    result: z.object({ value: z.unknown(), sharedId: z.string().optional() }),
  }),
  z.object({ type: z.literal('exception'), exceptionDetails: z.object({ text: z.string() }) }),
]);

type Send = (method: string, params: Json) => Promise<unknown>;

export async function launchFirefox(): Promise<DriverBrowser> {
  const program = PROGRAMS.firefox;
  if (program === undefined) throw new Error(describeMissing(['Firefox']));
  const folder = await mkdtemp(join(tmpdir(), 'duet-firefox-'));
  const lines = Object.entries(PREFERENCES).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`,
  );
  await writeFile(join(folder, 'user.js'), lines.join(''));
  const child = spawn(
    program,
    ['--headless', '--no-remote', '--profile', folder, '--remote-debugging-port', '0'],
    { env: { ...process.env, HOME: folder }, stdio: ['ignore', 'ignore', 'pipe'] },
  );
  process.once('exit', () => child.kill('SIGKILL'));
  const gone = once(child, 'exit');
  const troubles: string[] = [];
  const { send, end } = await connect(await readAddress(child), troubles);
  await send('session.new', { capabilities: {} });
  await send('session.subscribe', { events: ['log.entryAdded'] });
  return {
    openWindow: () => openWindow(send),
    takeTroubles: () => troubles.splice(0),
    async close() {
      end();
      child.kill('SIGKILL');
      await gone;
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** It says on its error output where it listens. */
function readAddress(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = '';
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      const found = /listening on (ws:\S+)/.exec(output)?.[1];
      if (found !== undefined) resolve(found);
    });
    child.once('error', reject);
    child.once('exit', () => reject(new Error(`Firefox ended while starting:\n${output}`)));
  });
}

async function connect(
  address: string,
  troubles: string[],
): Promise<{ send: Send; end: () => void }> {
  const socket = new WebSocket(`${address}/session`);
  await once(socket, 'open');
  let calls = 0;
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  socket.on('message', (data) => {
    const message = Message.parse(JSON.parse(String(data)));
    if (message.type === 'event') {
      if (message.method !== 'log.entryAdded') return;
      const { type, level, text } = LogEntry.parse(message.params);
      const words = text ?? 'an error';
      if (type === 'javascript' && level === 'error' && !ECHO.test(words)) troubles.push(words);
      return;
    }
    const call = waiting.get(message.id);
    waiting.delete(message.id);
    if (message.type === 'success') call?.resolve(message.result);
    else call?.reject(new Error(`${message.error}: ${message.message}`));
  });
  socket.on('close', () => {
    for (const { reject } of waiting.values()) reject(new Error('Firefox has ended.'));
  });
  return {
    send(method, params) {
      calls += 1;
      const call = Promise.withResolvers<unknown>();
      waiting.set(calls, call);
      socket.send(JSON.stringify({ id: calls, method, params }));
      return call.promise;
    },
    end: () => socket.terminate(),
  };
}

async function openWindow(send: Send): Promise<DriverWindow> {
  const { userContext } = z
    .object({ userContext: z.string() })
    .parse(await send('browser.createUserContext', {}));
  // As a tab it would not have the focus while another window has it.
  const { context } = z
    .object({ context: z.string() })
    .parse(await send('browsingContext.create', { type: 'window', userContext }));
  await send('browsingContext.setViewport', { context, viewport: WINDOW_SIZE });

  async function callFunction(functionDeclaration: string, given: string) {
    const answer = Evaluated.parse(
      await send('script.callFunction', {
        functionDeclaration,
        arguments: [{ type: 'string', value: given }],
        target: { context },
        awaitPromise: true,
      }),
    );
    if (answer.type === 'exception') throw new Error(answer.exceptionDetails.text);
    return answer.result;
  }
  const perform = async (actions: Json) => {
    await send('input.performActions', { context, actions });
  };
  return {
    async goto(url) {
      await send('browsingContext.navigate', { context, url, wait: 'complete' });
    },
    async reload() {
      await send('browsingContext.reload', { context, wait: 'complete' });
    },
    async run(work, given) {
      const { value } = await callFunction(toSource(work), JSON.stringify(given));
      return JSON.parse(String(value));
    },
    moveTo: (point) => perform(moving(point)),
    click: (point) => perform(clicking(point)),
    turnWheel: (point, pixels) => perform(scrolling(point, pixels)),
    type: (text) => perform(typing(text)),
    press: (key) => perform(pressing(key)),
    async chooseFile(selector, path) {
      const find = '(selector) => document.querySelector(selector)';
      const { sharedId = '' } = await callFunction(find, selector);
      await send('input.setFiles', { context, element: { sharedId }, files: [path] });
    },
    async bringToFront() {
      await send('browsingContext.activate', { context });
    },
    async close() {
      await send('browser.removeUserContext', { userContext });
    },
  };
}
