/** The client's part of the benchmark: the built app on this server, in a real browser. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { launchBrowser } from '../../support/browser.ts';
import { inheritEnvironment } from '../../support/inherited-environment.ts';
import { openDuetHouse } from '../houses.ts';
import type { Plan } from '../options.ts';
import { duet, withDirectory, withServer } from '../rivals.ts';
import { logProgress } from '../run-quietly.ts';
import { withBaseline } from './baseline-server.ts';
import { measureCacheChanges } from './cache-changes.ts';
import { type ConversationPoint, measureConversations } from './conversations.ts';
import { type FirstLoad, measureLoads, measureScripts, type Visit } from './first-load.ts';
import { measureOpenings, type Opening } from './openings.ts';
import type { PageTimes } from './page-times.ts';

export interface ClientFigures {
  scripts: Map<string, FirstLoad>;
  loads: Map<string, PageTimes[]>;
  /** Round by round, the lengths of `CONVERSATIONS` in each. */
  openings: Opening[][];
  conversations: ConversationPoint[][];
  /** One change in a cache of 100,000 messages, in microseconds, round by round. */
  cacheChanges: number[];
}

export const VISITS = {
  baseline: 'baseline',
  baselineAgain: 'baseline, again',
  login: '/login',
  home: '/',
} as const;
/** The shortest twice: what lies between the two is noise. */
const CONVERSATIONS = [100, 100, 10_000, 100_000];
/** Each is the first to be opened as often as the others. */
const OPENINGS = 4 * CONVERSATIONS.length;

export async function measureClient(plan: Plan): Promise<ClientFigures> {
  logProgress('build');
  // Anew: what an earlier build left is not what the figures will be said to be of.
  execFileSync(process.execPath, ['node_modules/@rsbuild/core/bin/rsbuild.js', 'build'], {
    cwd: join(import.meta.dirname, '../../..'),
    env: inheritEnvironment(),
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const browser = await launchBrowser();
  try {
    return {
      ...(await measureFirstLoads(browser, plan)),
      ...(await measureAllConversations(browser, plan)),
      cacheChanges: measureCacheChanges(plan.isQuick ? 3 : 9),
    };
  } finally {
    await browser.close();
  }
}

function measureFirstLoads(
  browser: Browser,
  plan: Plan,
): Promise<Pick<ClientFigures, 'scripts' | 'loads'>> {
  return withDirectory(async (dataDir) => {
    const house = await openDuetHouse(dataDir);
    const [reader] = await house.addPeople(20);
    await house.close();
    if (!reader) throw new Error('Nobody is there.');
    return withServer(duet, dataDir, ({ url }) =>
      withDirectory((directory) =>
        withBaseline(directory, async (baselineUrl) => {
          const login: Visit = { name: VISITS.login, url: `${url}/login`, readiness: 'form' };
          const home: Visit = { name: VISITS.home, url, readiness: 'row', token: reader.token };
          const baseline: Visit = { name: VISITS.baseline, url: baselineUrl, readiness: 'form' };
          const scripts = new Map<string, FirstLoad>();
          for (const visit of [login, home]) {
            logProgress(`scripts of ${visit.name}`);
            scripts.set(visit.name, await measureScripts(browser, visit));
          }
          const again: Visit = { ...baseline, name: VISITS.baselineAgain };
          const visits = [baseline, login, home, again];
          return { scripts, loads: await measureLoads(browser, visits, plan.isQuick ? 2 : 5) };
        }),
      ),
    );
  });
}

function measureAllConversations(
  browser: Browser,
  plan: Plan,
): Promise<Pick<ClientFigures, 'openings' | 'conversations'>> {
  // One more, whose opening brings the code.
  const lengths = [100, ...(plan.isQuick ? CONVERSATIONS.slice(0, 3) : CONVERSATIONS)];
  return withDirectory(async (dataDir) => {
    const house = await openDuetHouse(dataDir);
    const [reader, ...writers] = await house.addPeople(1 + lengths.length);
    if (!reader) throw new Error('Nobody is there.');
    const correspondents = writers.map((person, index) => ({
      person,
      fullName: `Person ${index + 1}`,
      messages: lengths[index] ?? 0,
    }));
    for (const { person, messages } of correspondents) {
      logProgress(`a conversation of ${messages}`);
      await house.addMessages(
        Array.from({ length: messages }, () => ({ from: person, to: reader })),
      );
      await house.markSeen(reader, person);
    }
    await house.close();
    return withServer(duet, dataDir, async ({ url }) => {
      logProgress('opening conversations');
      const rounds = plan.isQuick ? 3 : OPENINGS;
      const openings = await measureOpenings(browser, url, reader, correspondents, rounds);
      const conversations: ConversationPoint[][] = [];
      for (let round = 0; round < plan.slowRounds; round += 1) {
        logProgress(`in conversations, round ${round + 1} of ${plan.slowRounds}`);
        conversations.push(await measureConversations(browser, url, reader, correspondents));
      }
      return { openings, conversations };
    });
  });
}
