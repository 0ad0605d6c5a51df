/**
 * A house with one very long conversation, seen to its end: how long the server takes to start, and what
 * a page of it and a delivery beside it cost.
 */
import { z } from 'zod';
import { API_PREFIX, paths, pathTo, TOKEN_HEADER } from '../../../src/protocol/http.ts';
import { PAGE_SIZE } from '../../../src/protocol/limits.ts';
import type { Delivery, Person } from '../load/orders.ts';
import type { Plan } from '../options.ts';
import { naive, type Rival, type RunningServer, withDirectory, withServer } from '../rivals.ts';
import { type TimedCall, timeCalls } from './requests.ts';
import { measureSending } from './sending.ts';

export interface MessagesPoint {
  messages: number;
  /** Each start on the same data, until the first answer. */
  startsMs: number[];
  /** The newest page of the long conversation; of the naive server, which knows no pages, all of it. */
  page: TimedCall;
  /** The newest page of a conversation of a thousand in the same house, in turns with the other. */
  pageOfThousand: TimedCall;
  /** A page from the middle of the long conversation; absent where there are no pages. */
  middlePage?: TimedCall;
  sending: Delivery;
}

const THOUSAND = 1_000;
const TALKERS = 40;
const TIMES = 300;
/** Whole conversations take their time. */
const FEW_TIMES = 10;
const QUICK_TIMES = 5;
const CONVERSATION = z.object({ messages: z.array(z.object({ _id: z.string() })) });

export function measureMessages(rival: Rival, count: number, plan: Plan): Promise<MessagesPoint> {
  return withDirectory(async (dataDir) => {
    const house = await rival.openHouse(dataDir);
    const people = await house.addPeople(TALKERS + 4);
    const [reader, writer, secondReader, secondWriter, ...talkers] = people;
    if (!reader || !writer || !secondReader || !secondWriter) throw new Error('Nobody is there.');
    await house.addMessages(repeat({ from: writer, to: reader }, count));
    await house.addMessages(repeat({ from: secondWriter, to: secondReader }, THOUSAND));
    await house.markSeen(reader, writer);
    await house.markSeen(secondReader, secondWriter);
    await house.close();

    const startsMs: number[] = [];
    for (let start = 1; start < plan.starts; start += 1) {
      startsMs.push(await withServer(rival, dataDir, async (server) => server.startedWithinMs));
    }
    return withServer(rival, dataDir, async (server) => {
      const hasPages = rival !== naive;
      const limit = hasPages ? `?limit=${PAGE_SIZE}` : '';
      const path = `${pathTo(paths.conversation, writer.id)}${limit}`;
      const secondPath = `${pathTo(paths.conversation, secondWriter.id)}${limit}`;
      const calls = [
        { path, as: reader },
        { path: secondPath, as: secondReader },
      ];
      if (hasPages) {
        const middle = await findMiddle(server, reader, writer);
        calls.push({ path: `${path}&before=${middle}`, as: reader });
      }
      const [page, pageOfThousand, middlePage] = await timeCalls(
        server.url,
        calls,
        plan.isQuick ? QUICK_TIMES : hasPages ? TIMES : FEW_TIMES,
      );
      if (!page || !pageOfThousand) throw new Error('No page was answered.');
      return {
        messages: count,
        startsMs: [...startsMs, server.startedWithinMs],
        page,
        pageOfThousand,
        ...(middlePage && { middlePage }),
        sending: await measureSending(server, talkers, plan),
      };
    });
  });
}

/** The id of a message in the middle: ids of this server are numbers in the order of storing. */
async function findMiddle(server: RunningServer, reader: Person, writer: Person): Promise<string> {
  const readEnd = async (query: string): Promise<string> => {
    const address = `${server.url}${API_PREFIX}${pathTo(paths.conversation, writer.id)}?${query}`;
    const answer = await fetch(address, { headers: { [TOKEN_HEADER]: reader.token } });
    const { messages } = CONVERSATION.parse(await answer.json());
    return messages.at(-1)?._id ?? '';
  };
  const newest = await readEnd('limit=1');
  const key = Number.parseInt(newest.slice(8), 16);
  return (
    newest.slice(0, 8) +
    Math.floor(key / 2)
      .toString(16)
      .padStart(16, '0')
  );
}

function* repeat<Item>(item: Item, times: number): Generator<Item> {
  for (let time = 0; time < times; time += 1) yield item;
}
