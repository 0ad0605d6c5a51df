/**
 * People who open and close windows, put them to sleep, reload them, turn to each other and write, as a
 * seed has it. Whatever they did, in the end every window agrees with what the server holds.
 */
import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core';
import { expect } from 'vitest';
import { openConversation, readUnseen, sendText, waitForHome } from './actions.ts';
import { type Backend, callApi, type Member, makePerson, readField, register } from './backends.ts';
import { openStage, type Stage } from './browser.ts';
import { ECHO } from './flow.ts';
import { readContents } from './rows.ts';

interface Window {
  page: Page;
  devtools: CDPSession;
  isAsleep: boolean;
  /** Whose conversation is open. */
  peer: Member | undefined;
}

interface Somebody {
  member: Member;
  stage: Stage;
  context: BrowserContext;
  windows: Window[];
}

const MAX_WINDOWS = 3;
const NAMES = ['Ada', 'Ben', 'Cleo'];

interface Crowd {
  /** One thing that one person does. */
  act(): Promise<void>;
  /** Wakes everybody and compares all windows with what the server holds. */
  settle(): Promise<void>;
  countSent(): number;
  /** For a person who wonders why it failed. */
  savePictures(name: string): Promise<void>;
  close(): Promise<void>;
}

export async function gatherCrowd(
  browser: Browser,
  backend: Backend,
  chance: (below: number) => number,
): Promise<Crowd> {
  const people: Somebody[] = [];
  const sent: string[] = [];
  for (const name of NAMES) {
    const member = await register(backend, makePerson(name));
    const stage = openStage(browser, backend.url);
    stage.expectTrouble(ECHO);
    const first = await stage.openWindow({ token: member.token, size: 'medium' });
    const somebody = { member, stage, context: first.context(), windows: [] };
    people.push(somebody);
    await take(somebody, first);
  }

  async function take(somebody: Somebody, page: Page): Promise<void> {
    const devtools = await somebody.context.newCDPSession(page);
    somebody.windows.push({ page, devtools, isAsleep: false, peer: undefined });
    await page.goto('/');
    await waitForHome(page);
  }

  const pick = <Item>(items: readonly Item[]): Item | undefined => items[chance(items.length)];

  async function turn(window: Window, peer: Member): Promise<void> {
    await openConversation(window.page, peer.fullName);
    window.peer = peer;
  }

  async function setAsleep(window: Window, isAsleep: boolean): Promise<void> {
    const state = isAsleep ? 'frozen' : 'active';
    await window.devtools.send('Page.setWebLifecycleState', { state });
    window.isAsleep = isAsleep;
  }

  async function act(): Promise<void> {
    const somebody = pick(people);
    const window = somebody && pick(somebody.windows);
    const peer = pick(people.filter((one) => one !== somebody));
    if (!somebody || !window || !peer) return;
    const deed = chance(20);
    if (deed < 1 && somebody.windows.length < MAX_WINDOWS) {
      await take(somebody, await somebody.context.newPage());
    } else if (deed < 2 && somebody.windows.length > 1) {
      somebody.windows = somebody.windows.filter((one) => one !== window);
      await window.page.close();
    } else if (deed < 5) {
      await setAsleep(window, !window.isAsleep);
    } else if (window.isAsleep) {
      return;
    } else if (deed < 6) {
      await window.page.reload();
      await waitForHome(window.page);
      window.peer = undefined;
    } else if (deed < 10 || !window.peer) {
      await turn(window, peer.member);
    } else {
      const text = `#${somebody.member.fullName} ${sent.length}.`;
      sent.push(text);
      await sendText(window.page, text);
    }
  }

  async function readServer(reader: Member, peer: Member): Promise<string[]> {
    const path = `/messages/${peer.id}?peek=true`;
    const answer = await callApi(backend, 'GET', path, { token: reader.token });
    const messages = readField(answer, 'messages');
    return Array.isArray(messages) ? messages.map((one) => String(readField(one, 'text'))) : [];
  }

  async function readServerUnseen(reader: Member, peer: Member): Promise<number> {
    const answer = await callApi(backend, 'GET', '/messages/users', { token: reader.token });
    return Number(readField(readField(answer, 'unseenMessages'), peer.id) ?? 0);
  }

  async function settle(): Promise<void> {
    const within = { interval: 200 };
    for (const { windows } of people) {
      for (const window of windows) if (window.isAsleep) await setAsleep(window, false);
    }
    const readAll = async () => {
      const texts: string[] = [];
      for (const [index, one] of people.entries()) {
        for (const other of people.slice(index + 1)) {
          texts.push(...(await readServer(one.member, other.member)));
        }
      }
      return texts.toSorted();
    };
    await expect.poll(readAll, within).toEqual(sent.toSorted());

    for (const somebody of people) {
      for (const { page, peer } of somebody.windows) {
        await page.setViewportSize({ width: 900, height: 30_000 });
        for (const other of people.filter((one) => one !== somebody)) {
          const compare = async () => ({
            shown: await readUnseen(page, other.member.fullName),
            held: await readServerUnseen(somebody.member, other.member),
          });
          await expect
            .poll(async () => {
              const { shown, held } = await compare();
              return shown - held;
            }, within)
            .toBe(0);
        }
        if (!peer) continue;
        const held = await readServer(somebody.member, peer);
        // A long conversation shows what has been loaded of it.
        await expect
          .poll(async () => {
            const shown = await readContents(page);
            return shown.length > 0 || held.length === 0
              ? shown.join() === held.slice(-shown.length || held.length).join()
              : false;
          }, within)
          .toBe(true);
        await page.setViewportSize({ width: 900, height: 1_000 });
      }
      expect(somebody.stage.findTroubles()).toEqual([]);
    }
  }

  return {
    act,
    settle,
    countSent: () => sent.length,
    async savePictures(name) {
      for (const { stage, member } of people)
        await stage.savePictures(`${name} ${member.fullName}`);
    },
    async close() {
      for (const { stage } of people) await stage.close();
    },
  };
}
