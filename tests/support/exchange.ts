/** Two people who write to each other over a bad network, and what both must see in the end. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Faults } from '../../src/devtools/lab/fault-plan.ts';
import { box, enter, openConversation, sendText } from './actions.ts';
import { type Backend, callApi, makePerson, readField, register } from './backends.ts';
import type { Stage } from './browser.ts';
import type { FaultProxy } from './fault-proxy.ts';
import { WAIT_LIMIT_MS } from './limits.ts';

/** Every kind of fault, often enough that some hundred calls meet each of them. */
const STORM: Faults = {
  latencyMs: 40,
  lostAnswers: 0.05,
  cutCalls: 0.05,
  errors: 0.03,
  refusals: 0.01,
  outages: 0.006,
  duplicates: 0.1,
  reorderings: 0.1,
  cutSockets: 0.01,
};

interface Exchange {
  stage: Stage;
  backend: Backend;
  proxy: FaultProxy;
  /** Messages of each of the two. */
  count: number;
  seed: number;
  /** How long the storm's end may take to reach both, in ms. */
  settleWithinMs?: number;
}

/** What `FaultProxy.met` calls the faults of the storm. */
export const STORM_KINDS = [
  ...['loseAnswer', 'cut', 'status 500', 'status 429', 'outage'],
  ...['duplicate', 'reorder', 'cut socket'],
];

/** Both write all their messages in the storm; when it is over, all is as if there had been none. */
export async function exchangeInStorm(exchange: Exchange): Promise<void> {
  const { stage, backend, proxy, count, seed, settleWithinMs = WAIT_LIMIT_MS } = exchange;
  const ada = await register(backend, makePerson('Ada'));
  const ben = await register(backend, makePerson('Ben'));
  const adas = await enter(stage, ada);
  const bens = await enter(stage, ben);
  await openConversation(adas, 'Ben');
  await openConversation(bens, 'Ada');

  proxy.setRandomFaults(STORM, seed);
  await Promise.all([write(adas, 'Ada', count), write(bens, 'Ben', count)]);
  await untilSettled([adas, bens], 2 * count, settleWithinMs / 2).catch(() => undefined);
  proxy.setRandomFaults({}, seed);
  await untilSettled([adas, bens], 2 * count, settleWithinMs);

  const [atAdas, atBens] = [await readConversation(adas), await readConversation(bens)];
  const expected = ['Ada', 'Ben'].flatMap((name) =>
    Array.from({ length: count }, (_, index) => say(name, index)),
  );
  expect(atAdas.toSorted(), 'each once').toEqual(expected.toSorted());
  expect(atBens, 'both see the same').toEqual(atAdas);
  for (const name of ['Ada', 'Ben']) {
    expect(
      atAdas.filter((text) => text.startsWith(`#${name}`)),
      'in the order of writing',
    ).toEqual(expected.filter((text) => text.startsWith(`#${name}`)));
  }

  const answer = await callApi(backend, 'GET', `/messages/${ben.id}`, { token: ada.token });
  const stored = readField(answer, 'messages');
  const texts = Array.isArray(stored) ? stored.map((one) => readField(one, 'text')) : [];
  // Two of one millisecond have no order that a plain backend would tell.
  if (backend.plain) expect(texts.toSorted(), 'what is stored').toEqual(expected.toSorted());
  else expect(texts, 'what is stored').toEqual(atAdas);
}

const say = (name: string, index: number): string => `#${name} ${index}.`;

async function write(page: Page, name: string, count: number): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    await sendText(page, say(name, index));
    expect(await box(page).inputValue()).toBe('');
  }
}

async function untilSettled(pages: Page[], count: number, timeout: number): Promise<void> {
  for (const page of pages) {
    await page.setViewportSize({ width: 1000, height: 100 * count });
    const readState = async () => ({
      shown: (await readConversation(page)).length,
      unsent: await page.locator('[data-state=sending], [data-state=waiting]').count(),
    });
    await expect.poll(readState, { timeout, interval: 200 }).toEqual({ shown: count, unsent: 0 });
  }
}

/** The texts that stand in the conversation, in their order. All of it has to be in the window. */
function readConversation(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    Array.from(
      document.querySelectorAll('[role=log] [data-own]'),
      (row) => /#\w+ \d+\./.exec(row.textContent)?.[0] ?? `not understood: ${row.textContent}`,
    ),
  );
}
