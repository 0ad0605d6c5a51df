/** An unsent message as stored on this device. */
import type { DehydratedState } from '@tanstack/react-query';
import type { PriorTries } from './delivery.ts';

export interface StoredMessage {
  /** The window that has it in memory; it owns the message while it lives. */
  ownerId: string;
  mutation: DehydratedState['mutations'][number];
  attempts: PriorTries | undefined;
  /** Why it failed; undefined: it has not failed. */
  reason: string | undefined;
  /** The original file of its picture, until the picture is ready. */
  original?: File;
}
