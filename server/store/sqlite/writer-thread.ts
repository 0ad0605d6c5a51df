/**
 * The thread that owns the only connection that writes. It answers each request in turn; `writer.ts` is
 * the other end. After a fault of the storage the connection is dropped, and the next batch opens
 * another, so that nothing half done outlives the fault.
 */
import type { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import { type Batches, createBatches, toOutcome } from './batch.ts';
import { createCommitOrder } from './commit-order.ts';
import { type ConnectionOptions, openForWriting } from './connection.ts';
import { isStorageFault } from './faults.ts';
import type { Asked, Outcome, Request } from './operations.ts';
import { prepareHandlers } from './writes/handlers.ts';

const options: ConnectionOptions = workerData;
let connection: { database: DatabaseSync; batches: Batches } | undefined;

function connect() {
  const database = openForWriting(options);
  try {
    const order = createCommitOrder(database);
    const handlers = prepareHandlers(database, order);
    return { database, batches: createBatches(database, handlers, order) };
  } catch (error) {
    database.close();
    throw error;
  }
}

function runBatch(operations: Asked[]): Outcome[] {
  try {
    connection ??= connect();
    return connection.batches.run(operations);
  } catch (error) {
    if (isStorageFault(error)) {
      connection?.database.close();
      connection = undefined;
    }
    return operations.map(() => toOutcome(error));
  }
}

parentPort?.on('message', (request: Request) => {
  if (request.kind === 'batch') {
    parentPort?.postMessage(runBatch(request.operations));
  } else {
    connection?.database.close();
    parentPort?.close();
  }
});
