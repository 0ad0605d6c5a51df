/** The client's part of the benchmark: the built app on this server, in a real browser. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { launchBrowser } from '../../support/browser.ts';
import type { Plan } from '../options.ts';
import { duet, withDirectory, withServer } from '../rivals.ts';
import { logProgress } from '../run-quietly.ts';
import { withBaseline } from './baseline-server.ts';
import { type AppendPoint, measureAppends } from './cache-append.ts';
import { type ConversationPoint, measureConversations } from './conversations.ts';
import { type FirstLoad, measureLoads, measureScripts, type Visit } from './first-load.ts';
import type { PageTimes } from './page-times.ts';
import { type ListPoint, measureList } from './people-list.ts';
import { measurePicture, type PicturePoint } from './pictures.ts';

export interface ClientFigures {
  scripts: Map<string, FirstLoad>;
  loads: Map<string, PageTimes[]>;
  conversations: ConversationPoint[][];
  lists: ListPoint[];
  pictures: PicturePoint[];
  appends: AppendPoint[];
}

export const VISITS = { baseline: 'baseline', login: '/login', home: '/' } as const;
const APPEND_LENGTHS = [100, 1_000, 10_000, 100_000];

export async function measureClient(plan: Plan): Promise<ClientFigures> {
  if (!existsSync(join(import.meta.dirname, '../../../dist/index.html'))) {
    throw new Error('There is no built app to measure: run `npm run build` first.');
  }
  logProgress('appends in the cache');
  const appends = measureAppends(APPEND_LENGTHS);
  const browser = await launchBrowser();
  try {
    return {
      ...(await measureFirstLoads(browser, plan)),
      conversations: await measureAllConversations(browser, plan),
      lists: await measureLists(browser, plan),
      pictures: await measurePictures(browser, plan),
      appends,
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
    const house = await duet.openHouse(dataDir);
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
          const rounds = plan.isQuick ? 2 : 7;
          return { scripts, loads: await measureLoads(browser, [baseline, login, home], rounds) };
        }),
      ),
    );
  });
}

function measureAllConversations(browser: Browser, plan: Plan): Promise<ConversationPoint[][]> {
  const lengths = plan.isQuick ? [100, 10_000] : [100, 10_000, 100_000];
  return withDirectory(async (dataDir) => {
    const house = await duet.openHouse(dataDir);
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
      const rounds: ConversationPoint[][] = [];
      for (let round = 0; round < plan.slowRounds; round += 1) {
        logProgress(`opening conversations, round ${round + 1} of ${plan.slowRounds}`);
        rounds.push(await measureConversations(browser, url, reader, correspondents));
      }
      return rounds;
    });
  });
}

async function measureLists(browser: Browser, plan: Plan): Promise<ListPoint[]> {
  const points: ListPoint[] = [];
  for (const count of plan.isQuick ? [100, 1_000] : [100, 1_000, 10_000]) {
    logProgress(`a list of ${count} people`);
    const point = await withDirectory(async (dataDir) => {
      const house = await duet.openHouse(dataDir);
      const [reader] = await house.addPeople(1 + count);
      await house.close();
      if (!reader) throw new Error('Nobody is there.');
      return withServer(duet, dataDir, ({ url }) => measureList(browser, url, reader, count));
    });
    points.push(point);
  }
  return points;
}

function measurePictures(browser: Browser, plan: Plan): Promise<PicturePoint[]> {
  return withDirectory(async (dataDir) => {
    const house = await duet.openHouse(dataDir);
    const [reader] = await house.addPeople(2);
    await house.close();
    if (!reader) throw new Error('Nobody is there.');
    return withServer(duet, dataDir, async ({ url }) => {
      const points: PicturePoint[] = [];
      for (let round = 0; round < plan.slowRounds; round += 1) {
        logProgress(`a picture, round ${round + 1} of ${plan.slowRounds}`);
        points.push(await measurePicture(browser, url, reader, 'Person 1'));
      }
      return points;
    });
  });
}
