/**
 * Two people's messages: the list of people, reading, sending, marking. Every method takes the person who
 * asks first; nobody reads or changes what is not theirs.
 */
import { createHash, hash } from 'node:crypto';
import type { MessageContent, MessageId, UserId } from '../../src/protocol/entities.ts';
import type { Blocking } from './blocking.ts';
import { DomainError } from './errors.ts';
import type { PictureIntake } from './picture-intake.ts';
import type {
  AppendResult,
  MarkedRange,
  MessageStore,
  NewMessage,
  PageRequest,
  PicturesRequest,
  StoredMessage,
} from './ports/messages.ts';
import type { Notifier } from './ports/notifier.ts';
import type { Reader, WrittenList, WrittenPage, WrittenPictures } from './ports/reader.ts';
import type { UserStore } from './ports/users.ts';
import { requireUser, unknownUser } from './require-user.ts';

export type Conversations = ReturnType<typeof createConversations>;

export function createConversations(ports: {
  store: UserStore & MessageStore;
  reader: Reader;
  blocking: Pick<Blocking, 'adjustVisit' | 'tellRepeated'>;
  pictures: PictureIntake;
  notifier: Notifier;
}) {
  const { store, reader, blocking, pictures, notifier } = ports;

  return {
    async listUsers(readerId: UserId, signal: AbortSignal): Promise<WrittenList> {
      return reader.listUsers({ readerId }, signal);
    },

    /** As long as it is the same, so is that list, but for when people were last seen. */
    readUserListVersion: (readerId: UserId, signal: AbortSignal): Promise<string> =>
      reader.readUserListVersion({ readerId }, signal),

    /**
     * One page. Unless the reader peeks, the peer's messages, up to `seenTo` or all, are marked as seen first: then
     * each message that is marked is also in what is read after, and none is marked unread. With the newest page it
     * is told when the peer was last seen.
     */
    async read(
      readerId: UserId,
      peerId: UserId,
      request: { page: PageRequest; peek: boolean; seenTo?: MessageId },
      signal: AbortSignal,
    ): Promise<WrittenPage & { lastSeenAt?: number }> {
      const peer = await requireUser(store, peerId);
      if (!request.peek) {
        const range = await store.markConversationSeen(readerId, peerId, request.seenTo);
        if (range) tellSeen(readerId, peerId, range);
      }
      const page = await reader.readPage({ readerId, peerId, page: request.page }, signal);
      const isNewest = request.page.kind === 'before' && request.page.before === undefined;
      if (!isNewest) return page;
      return { ...page, ...(await blocking.adjustVisit(readerId, peer)) };
    },

    /** Messages with a picture alone. Nothing is marked as seen. `pay` is told what the work took, in ms. */
    async readPictures(
      readerId: UserId,
      peerId: UserId,
      page: PicturesRequest,
      { signal, pay }: { signal: AbortSignal; pay(ms: number): void },
    ): Promise<WrittenPictures> {
      await requireUser(store, peerId);
      const pictures = await reader.readPictures({ readerId, peerId, page }, signal);
      pay(pictures.ms);
      return pictures;
    },

    /** A page, and then, as they are asked for, all that follow it. */
    async *readOn(
      readerId: UserId,
      peerId: UserId,
      { first, limit }: { first: WrittenPage; limit: number },
      signal: AbortSignal,
    ): AsyncGenerator<WrittenPage> {
      yield first;
      for (let { hasMore, last } = first; hasMore && last !== undefined; ) {
        const asked = { readerId, peerId, page: { kind: 'after', after: last, limit } } as const;
        const page = await reader.readPage(asked, signal);
        if (page.last !== undefined) yield page;
        ({ hasMore, last } = page);
      }
    },

    /** Stores and announces a message. The same key and content again: the same message, of which nobody is told twice. */
    async send(
      senderId: UserId,
      receiverId: UserId,
      content: MessageContent,
      key?: string,
    ): Promise<StoredMessage> {
      if (senderId === receiverId) {
        throw new DomainError('invalid', 'You cannot send a message to yourself.');
      }
      const idempotency =
        key === undefined ? undefined : { key, bodyHash: hashBody(receiverId, content) };
      const message: NewMessage = { senderId, receiverId, ...(idempotency && { idempotency }) };
      if ('text' in content) {
        return answer(receiverId, await append({ ...message, text: content.text }));
      }

      // A picture is looked up before it is kept: a repeated one costs no file.
      const earlier = idempotency && (await store.findByIdempotencyKey(senderId, idempotency.key));
      if (earlier) {
        return answer(
          receiverId,
          earlier.bodyHash === idempotency.bodyHash
            ? { kind: 'repeated', message: earlier.message }
            : { kind: 'keyReused' },
        );
      }
      await requireUser(store, receiverId);
      return answer(
        receiverId,
        await pictures.keep(
          senderId,
          content.image,
          (picture) => append({ ...message, picture }),
          (result) => result.kind === 'stored',
        ),
      );
    },

    /** Somebody else's message is as unknown as one that does not exist. */
    async markSeen(readerId: UserId, messageId: MessageId): Promise<void> {
      const marked = await store.markSeen(readerId, messageId);
      if (!marked) throw new DomainError('notFound', 'This message does not exist.');
      const { _id, senderId } = marked.message;
      if (!marked.isChanged) return;
      const { isUntold, isDiscreet } = marked;
      tellSeen(readerId, senderId, {
        from: _id,
        upTo: _id,
        ...(isUntold && { told: [] }),
        ...(isDiscreet && { isDiscreet }),
      });
    },

    async markDelivered(readerId: UserId, peerId: UserId, upTo: MessageId): Promise<void> {
      const range = await store.markDelivered(readerId, peerId, upTo);
      if (range) notifier.messagesDelivered(readerId, peerId, range);
    },
  };

  /** What is seen is delivered, too: where the first is hidden, that is told. */
  function tellSeen(
    readerId: UserId,
    senderId: UserId,
    { isDiscreet, ...range }: MarkedRange,
  ): void {
    if (isDiscreet) notifier.messagesDelivered(readerId, senderId, range);
    notifier.messagesSeen(readerId, senderId, isDiscreet ? { ...range, told: [] } : range);
  }

  /** Announces right behind the commit, on every way here alike, so that events keep its order. */
  async function append(message: NewMessage): Promise<AppendResult> {
    const result = await store.appendMessage(message);
    if (result.kind === 'stored') notifier.messageStored(result.message);
    return result;
  }

  async function answer(receiverId: UserId, result: AppendResult): Promise<StoredMessage> {
    switch (result.kind) {
      case 'stored':
        return result.message;
      case 'repeated':
        await blocking.tellRepeated(result.message);
        return result.message;
      case 'keyReused':
        throw new DomainError(
          'keyReused',
          'This idempotency key was used for a different message before.',
        );
      case 'unknownReceiver':
        if (!(await store.findUser(receiverId))?.deleted) throw unknownUser();
        throw new DomainError('notFound', 'This account was deleted. You can’t send it messages.');
      case 'blockedReceiver':
        throw new DomainError('invalid', 'You blocked this person. Unblock them to send messages.');
    }
  }
}

/** What makes two sends the same: receiver, kind and content. */
function hashBody(receiverId: UserId, content: MessageContent): string {
  if ('text' in content) return hash('sha256', `${receiverId}\ntext\n${content.text}`);
  // In two parts: joined, a picture would be in memory once more.
  const head = `${receiverId}\nimage\n`;
  return createHash('sha256').update(head).update(content.image).digest('hex');
}
