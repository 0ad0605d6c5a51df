/** What a person marks for themselves alone: messages saved or deleted, and conversations cleared. */
import { hash } from 'node:crypto';
import type { MarksChange } from '../../src/protocol/actions.ts';
import type { MessageId, UserId } from '../../src/protocol/entities.ts';
import { DomainError, keyReused } from './errors.ts';
import type { Marking, MarkStore } from './ports/marks.ts';
import type { Notifier } from './ports/notifier.ts';

export type Marks = ReturnType<typeof createMarks>;

export function createMarks({
  store,
  notifier,
}: {
  store: Pick<MarkStore, 'markMessage'>;
  notifier: Pick<Notifier, 'marked'>;
}) {
  return {
    /** A repeat with the same key is answered as the mark is now. Nobody but the person is told. */
    async mark(
      personId: UserId,
      messageId: MessageId,
      marking: Marking,
      key?: string,
    ): Promise<MarksChange> {
      const result = await store.markMessage({
        personId,
        messageId,
        marking,
        ...(key !== undefined && {
          idempotency: { key, bodyHash: hash('sha256', JSON.stringify([messageId, marking])) },
        }),
      });
      switch (result.kind) {
        case 'gone':
          throw new DomainError('notFound', 'This message does not exist any more.');
        case 'keyReused':
          throw keyReused();
        case 'marked':
          if (result.change.before !== undefined) notifier.marked(personId, result.change);
          return result.change;
      }
    },
  };
}
