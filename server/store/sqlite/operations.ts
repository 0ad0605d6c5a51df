/** Operations and outcomes between the main thread and the writer thread. */
import type { AppendResult } from '../../domain/ports/messages.ts';
import type { Store } from '../../domain/ports/store.ts';
import type { LONG_WRITES, SHORT_WRITES } from '../calls.ts';
import type { Stored } from '../stored-message.ts';

export type OperationName =
  | keyof typeof SHORT_WRITES
  | keyof typeof LONG_WRITES
  | OwnOperationName
  | 'checkHealth';

/** Written for SQLite alone. */
type OwnOperationName = 'appendMessage' | 'markSeen' | 'markConversationSeen' | 'markDelivered';

export interface Asked<Name extends OperationName = OperationName> {
  name: Name;
  /** Of the store's method of this name. */
  args: Parameters<Store[Name]>;
  /** Time of the call, in epoch milliseconds. */
  at: number;
}

/** Without what the main thread knows of the message: whatever crosses between threads is copied. */
type Appended = Exclude<AppendResult, { kind: 'stored' }> | Stored;

export type Result<Name extends OperationName> = Name extends 'appendMessage'
  ? Appended
  : Awaited<ReturnType<Store[Name]>>;

/** Runs each operation inside the transaction of its batch. */
export type Handlers<Name extends OperationName = OperationName> = {
  [Each in Name]: (...args: Parameters<Store[Each]>) => Result<Each>;
};

/** The answer to a batch is the outcomes of its operations, in order. */
export type Request = { kind: 'batch'; operations: Asked[] } | { kind: 'close' };
