/** An unsent message as it is kept on this device. */
import type { DehydratedState } from '@tanstack/react-query';
import type { PriorTries } from './delivery.ts';

export interface StoredMessage {
  /** The window that has it in memory; the message is its own as long as it lives. */
  ownerId: string;
  mutation: DehydratedState['mutations'][number];
  attempts: PriorTries | undefined;
  /** Why it failed; undefined: it did not. */
  reason: string | undefined;
  /** What its picture is to be made of, while that is not ready. */
  original?: File;
}
