/** The thread for reads that may take long. `reader.ts` is its counterpart. */
import { parentPort, workerData } from 'node:worker_threads';
import type { LongReads } from '../domain/ports/reader.ts';
import { type Outcome, toFailure } from '../domain/thread-outcomes.ts';
import { createPresenter } from '../presenter.ts';
import { createAnswers } from './answers.ts';
import type {
  Job,
  JobHandlers,
  JobName,
  ReadSource,
  Reply,
  Request,
  ThreadOptions,
} from './jobs.ts';

const { source, publicUrl }: ThreadOptions = workerData;
const { reads, close } = await openReads(source);
const answers = createAnswers(reads, createPresenter(publicUrl));

/** Imported on demand: a thread that reads from one database engine does not load the other. */
async function openReads(
  from: ReadSource,
): Promise<{ reads: LongReads; close: () => void | Promise<void> }> {
  if (from.engine === 'sqlite') {
    const { openSqliteReads } = await import('../store/sqlite/long-reads.ts');
    return openSqliteReads(from);
  }
  const { openPostgresReads } = await import('../store/postgres/long-reads.ts');
  return openPostgresReads(from);
}

async function carryOut<Name extends JobName>(
  handlers: JobHandlers<Name>,
  { name, asked }: Job<Name>,
): Promise<Outcome> {
  try {
    return { kind: 'done', result: await handlers[name](asked) };
  } catch (error) {
    return toFailure(error);
  }
}

/** The buffers of the answer, which are transferred to the other thread without a copy. */
function listBuffers(outcome: Outcome): ArrayBuffer[] {
  const { result } = outcome.kind === 'done' ? outcome : {};
  const parts: unknown[] = typeof result === 'object' && result ? Object.values(result) : [];
  return parts.flatMap((part) =>
    part instanceof Uint8Array && part.buffer instanceof ArrayBuffer ? [part.buffer] : [],
  );
}

parentPort?.on('message', async (request: Request) => {
  if (request.kind === 'close') {
    await close();
    parentPort?.close();
    return;
  }
  const outcome = await carryOut(answers, request.job);
  const reply: Reply = { id: request.id, outcome };
  parentPort?.postMessage(reply, listBuffers(outcome));
});
