/** The load generator as the benchmark sees it: a process that carries out orders. */
import { join } from 'node:path';
import { startProcess } from '../child-process.ts';
import { ANSWER, type Answer, type Order } from './orders.ts';

type AnswerOf<Type extends Answer['type']> = Extract<Answer, { type: Type }>;

export interface Generator {
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
