/** The thread for reads that may take long. `reader.ts` is its counterpart. */
import { parentPort, workerData } from 'node:worker_threads';
import { DomainError } from '../domain/errors.ts';
import type { LongReads } from '../domain/ports/reader.ts';
import { createPresenter } from '../presenter.ts';
import { createAnswers } from './answers.ts';
import type {
  Job,
  JobHandlers,
  JobName,
  Outcome,
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
  { name, asked }: Job<Name>,
  handlers: JobHandlers<Name>,
): Promise<Outcome> {
  try {
    return { kind: 'done', result: await handlers[name](asked) };
  } catch (error) {
    const describe = (cause: unknown) =>
      cause instanceof Error ? (cause.stack ?? cause.message) : String(cause);
    if (!(error instanceof DomainError)) return { kind: 'failed', detail: describe(error) };
    const { code, message, cause } = error;
    return {
      kind: 'refused',
      code,
      message,
      ...(cause !== undefined && { detail: describe(cause) }),
    };
  }
}

/** The buffers of the answer, which are transferred to the other thread without a copy. */
function listBuffers(outcome: Outcome): ArrayBuffer[] {
  if (outcome.kind !== 'done' || typeof outcome.result === 'string') return [];
  const { result } = outcome;
  const written = 'users' in result ? [result.users, result.unseen] : [result.json];
  return written.flatMap((json) => (json?.buffer instanceof ArrayBuffer ? [json.buffer] : []));
}

parentPort?.on('message', async (request: Request) => {
  if (request.kind === 'close') {
    await close();
    parentPort?.close();
    return;
  }
  const outcome = await carryOut(request.job, answers);
  const reply: Reply = { id: request.id, outcome };
  parentPort?.postMessage(reply, listBuffers(outcome));
});
