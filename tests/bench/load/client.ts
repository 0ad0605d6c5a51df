/** The load generator as the benchmark sees it: a process that carries out orders. */
import { join } from 'node:path';
import { startProcess } from '../child-process.ts';
import { retryWhenDisturbed } from '../run-quietly.ts';
import { ANSWER, type Answer, type Delivery, type Order } from './orders.ts';

type AnswerOf<Type extends Answer['type']> = Extract<Answer, { type: Type }>;

interface Generator {
  /** Rejects when the order could not be carried out. */
  order<Type extends Answer['type']>(order: Order, expected: Type): Promise<AnswerOf<Type>>;
}

export async function withGenerator<Result>(
  use: (generator: Generator) => Promise<Result>,
): Promise<Result> {
  const generator = startProcess(join(import.meta.dirname, 'generator.ts'));
  try {
    return await use({
      order: async (order, expected) => {
        const answer = ANSWER.parse(await generator.ask(order));
        if (isOfType(answer, expected)) return answer;
        throw new Error(answer.type === 'failed' ? answer.message : 'The generator is confused.');
      },
    });
  } finally {
    await generator.stop();
  }
}

function isOfType<Type extends Answer['type']>(
  answer: Answer,
  type: Type,
): answer is AnswerOf<Type> {
  return answer.type === type;
}

/** The quietest of at most so many tries, with the losses of all: a server that loses messages loses them in each. */
export async function measureDelivery(
  generator: Generator,
  load: Extract<Order, { type: 'open' | 'closed' }>,
  tries = 1,
): Promise<Delivery> {
  const all: Delivery[] = [];
  const quietest = await retryWhenDisturbed(tries, async () => {
    const { delivery } = await generator.order(load, 'delivery');
    all.push(delivery);
    return delivery;
  });
  const sum = (what: 'lost' | 'doubled') => all.reduce((total, each) => total + each[what], 0);
  return { ...quietest, lost: sum('lost'), doubled: sum('doubled') };
}
