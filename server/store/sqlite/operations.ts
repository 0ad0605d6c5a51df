/** Operations and outcomes between the main thread and the writer thread. */
import type { Store } from '../../domain/ports/store.ts';
import type { LONG_WRITES, SHORT_WRITES } from '../calls.ts';

export type OperationName =
  | keyof typeof SHORT_WRITES
  | keyof typeof LONG_WRITES
  | OwnOperationName
  | 'checkHealth';

/** Written for SQLite alone. */
type OwnOperationName = 'appendMessage' | 'markSeen' | 'markConversationSeen' | 'markDelivered';

/** One requested operation. */
export interface Asked {
  name: OperationName;
  /** Of the store's method of this name. */
  args: readonly unknown[];
  /** Time of the call, in epoch milliseconds. */
  at: number;
}

/** Runs each operation inside the transaction of its batch. */
export type Handlers<Name extends OperationName = OperationName> = {
  [Each in Name]: (...args: Parameters<Store[Each]>) => Awaited<ReturnType<Store[Each]>>;
};

/** The answer to a batch is the outcomes of its operations, in order. */
export type Request = { kind: 'batch'; operations: Asked[] } | { kind: 'close' };
