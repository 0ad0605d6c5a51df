/** Run by `store-process.ts`: appends without end, and reports what was acknowledged or rejected. */
import { setTimeout as sleep } from 'node:timers/promises';
import { DomainError } from '../../../server/domain/errors.ts';
import type { Store } from '../../../server/domain/ports/store.ts';
import type { StoredUser } from '../../../server/domain/ports/users.ts';
import { openSqliteStore } from '../../../server/store/sqlite/store.ts';
import type { LoadReport } from './store-process.ts';

const SENDERS = 20;

const store = await openSqliteStore({ file: process.argv[2] ?? '', clock: Date.now });
const ada = await findOrAdd(store, 'ada@example.org');
const ben = await findOrAdd(store, 'ben@example.org');
await Promise.all(Array.from({ length: SENDERS }, (_, sender) => appendWithoutEnd(sender)));

async function findOrAdd(store: Store, email: string): Promise<StoredUser> {
  const known = await store.findCredentials(email);
  return known?.user ?? store.createUser({ fullName: email, email, passwordHash: '', bio: '' });
}

async function appendWithoutEnd(sender: number): Promise<never> {
  for (let number = 0; ; number += 1) {
    const text = `${process.pid} ${sender} ${number}`;
    try {
      const result = await store.appendMessage({
        senderId: ada._id,
        receiverId: ben._id,
        text,
        idempotency: { key: text, bodyHash: text },
      });
      if (result.kind === 'stored') report({ kind: 'acknowledged', message: result.message });
    } catch (error) {
      report({
        kind: 'rejected',
        text,
        code: error instanceof DomainError ? error.code : `${error}`,
        isOutcomeUnknown: error instanceof DomainError && error.isOutcomeUnknown,
      });
      await sleep(20);
    }
  }
}

function report(report: LoadReport): void {
  process.send?.(report);
}
