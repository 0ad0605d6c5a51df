/** Limits the bytes of texts that a person may store, so that nobody fills the disk. */
import type { UserId } from '../../src/protocol/entities.ts';
import { DomainError } from './errors.ts';

export interface TextAllowance {
  /** Throws `tooMany` with the time until this person may send texts again. */
  spend(userId: UserId, text: string): void;
}

/** `spendBytes` returns 0, or the ms until this person may store a byte again. */
export function createTextAllowance(
  spendBytes: (userId: UserId, bytes: number) => number,
): TextAllowance {
  return {
    spend(userId, text) {
      const waitMs = spendBytes(userId, Buffer.byteLength(text));
      if (waitMs === 0) return;
      const retryAfter = Math.ceil(waitMs / 1000);
      const message = `You have sent more text than a day allows. Try again in ${retryAfter} s.`;
      throw new DomainError('tooMany', message, { retryAfter });
    },
  };
}
