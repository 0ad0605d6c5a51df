/** A house with very many people: what their list costs one reader, and a delivery between two of them. */
import { API_PREFIX, paths, TOKEN_HEADER } from '../../../src/protocol/http.ts';
import type { Delivery, Person } from '../load/orders.ts';
import type { Plan } from '../options.ts';
import { type Rival, type RunningServer, withDirectory, withServer } from '../rivals.ts';
import { type TimedCall, timeCalls } from './requests.ts';
import { measureSending } from './sending.ts';

export interface PeoplePoint {
  people: number;
  list: TimedCall;
  /** The same with the ETag of the answer before. */
  unchangedList?: TimedCall;
  sending: Delivery;
}

const TALKERS = 40;
const TIMES = 50;
const QUICK_TIMES = 5;

export function measurePeople(rival: Rival, count: number, plan: Plan): Promise<PeoplePoint> {
  return withDirectory(async (dataDir) => {
    const house = await rival.openHouse(dataDir);
    const people = await house.addPeople(count);
    const [reader] = people;
    if (!reader) throw new Error('Nobody is there.');
    // Everybody wrote to the reader, and nothing of it is seen.
    await house.addMessages(people.slice(1).map((from) => ({ from, to: reader })));
    await house.close();

    return withServer(rival, dataDir, async (server) => {
      const call = { path: paths.users, as: reader };
      const times = plan.isQuick ? QUICK_TIMES : TIMES;
      const [list] = await timeCalls(server.url, [call], times);
      const tag = await readTag(server, reader);
      const [unchangedList] =
        tag === null
          ? []
          : await timeCalls(server.url, [{ ...call, headers: { 'if-none-match': tag } }], times);
      if (!list) throw new Error('No list was answered.');
      return {
        people: count,
        list,
        ...(unchangedList && { unchangedList }),
        sending: await measureSending(server, people.slice(1, 1 + TALKERS), plan),
      };
    });
  });
}

async function readTag(server: RunningServer, reader: Person): Promise<string | null> {
  const answer = await fetch(`${server.url}${API_PREFIX}${paths.users}`, {
    headers: { [TOKEN_HEADER]: reader.token },
  });
  await answer.arrayBuffer();
  return answer.headers.get('etag');
}
