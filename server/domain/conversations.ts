/**
 * Conversations: reading, sending and marking messages. The first parameter of every method is
 * the person who calls; nobody can read or change what is not theirs.
 */
import { createHash, hash } from 'node:crypto';
import type { CursorParts } from '../../src/protocol/changes.ts';
import type { MessageContent, MessageId, UserId } from '../../src/protocol/entities.ts';
import type { Blocking } from './blocking.ts';
import { DomainError, keyReused, reportUnknown } from './errors.ts';
import type { PictureIntake } from './picture-intake.ts';
import type {
  AppendResult,
  MessageStore,
  NewMessage,
  PageRequest,
  PicturesRequest,
  StoredMessage,
  StoredQuote,
} from './ports/messages.ts';
import type { Notifier } from './ports/notifier.ts';
import type { Payer, Reader, WrittenPage, WrittenPictures } from './ports/reader.ts';
import type { UserStore } from './ports/users.ts';
import { judgeRepeat } from './repeats.ts';
import { requireUser, unknownUser } from './require-user.ts';
import type { TextAllowance } from './text-allowance.ts';

/** What a person sends: the content, or the message to forward, and the message that it answers. */
export type Outgoing = (MessageContent | { forwardOf: MessageId }) & { replyTo?: MessageId };

/** How long a page waits for its messages to be marked as seen. */
const MARK_MS = 1_000;

export type Conversations = ReturnType<typeof createConversations>;

export function createConversations(ports: {
  store: UserStore & MessageStore;
  reader: Reader;
  blocking: Pick<Blocking, 'adjustVisit'>;
  pictures: PictureIntake;
  texts: TextAllowance;
  notifier: Notifier;
}) {
  const { store, reader, blocking, pictures, texts, notifier } = ports;

  return {
    /**
     * Reads one page. Unless the reader peeks, the peer's messages, up to `seenTo` or all, are marked as seen first. So
     * a message is never marked that the page, or a later one, does not contain. Slow marking is not waited for.
     * The newest page includes when the peer was last seen.
     */
    async read(
      readerId: UserId,
      peerId: UserId,
      request: { page: PageRequest; peek: boolean; seenTo?: MessageId | undefined },
      signal: AbortSignal,
    ): Promise<WrittenPage & { lastSeenAt?: number }> {
      const peer = await requireUser(store, peerId);
      if (!request.peek) await markInTime(readerId, peerId, request.seenTo);
      const asked = { readerId, peerId, page: request.page, withKnown: true };
      const page = await reader.readPage(asked, signal);
      const isNewest = request.page.kind === 'before' && request.page.before === undefined;
      if (!isNewest) return page;
      return { ...page, ...(await blocking.adjustVisit(readerId, peer)) };
    },

    /** Changes since a cursor, or that it does not lead on; marks nothing as seen. */
    async readChanges(
      readerId: UserId,
      peerId: UserId,
      asked: { cursor: CursorParts; limit: number },
      signal: AbortSignal,
    ): Promise<{ json: Uint8Array }> {
      await requireUser(store, peerId);
      return reader.readChanges({ readerId, peerId, ...asked }, signal);
    },

    /** Reads messages with a picture only, without marking them as seen. */
    async readPictures(
      readerId: UserId,
      peerId: UserId,
      page: PicturesRequest,
      { signal, pay }: Payer,
    ): Promise<WrittenPictures> {
      await requireUser(store, peerId);
      const pictures = await reader.readPictures({ readerId, peerId, page }, signal);
      pay(pictures.ms);
      return pictures;
    },

    /** The first page, then all following pages on demand. */
    async *readOn(
      readerId: UserId,
      peerId: UserId,
      { first, limit }: { first: WrittenPage; limit: number },
      signal: AbortSignal,
    ): AsyncGenerator<WrittenPage> {
      yield first;
      for (let { hasMore, last } = first; hasMore && last !== undefined; ) {
        const next = { kind: 'after', after: last, limit } as const;
        const asked = { readerId, peerId, page: next };
        const page = await reader.readPage(asked, signal);
        if (page.last !== undefined) yield page;
        ({ hasMore, last } = page);
      }
    },

    /** Stores and announces a message. A repeat with the same key and content returns it, unannounced. */
    async send(
      senderId: UserId,
      receiverId: UserId,
      { replyTo, ...content }: Outgoing,
      key?: string,
    ): Promise<StoredMessage> {
      if (senderId === receiverId) {
        throw new DomainError('invalid', 'You cannot send a message to yourself.');
      }
      const idempotency =
        key === undefined ? undefined : { key, bodyHash: hashBody(receiverId, content, replyTo) };
      const message: NewMessage = { senderId, receiverId, ...(idempotency && { idempotency }) };
      if ('text' in content && replyTo === undefined) {
        return answer(receiverId, await append({ ...message, text: content.text }));
      }

      // The key is checked first: a repeat must create no file, and what it names may be gone by now.
      const earlier = idempotency && (await store.findByIdempotencyKey(senderId, idempotency.key));
      if (earlier) return answer(receiverId, judgeRepeat(message, earlier));
      await requireUser(store, receiverId);
      const quote = replyTo === undefined ? undefined : await findQuote(message, replyTo);
      return answer(
        receiverId,
        await appendContent({ ...message, ...(quote && { quote }) }, content),
      );
    },

    /** Another person's message is answered like one that does not exist. */
    async markSeen(readerId: UserId, messageId: MessageId): Promise<void> {
      const marked = await store.markSeen(readerId, messageId);
      if (!marked) throw new DomainError('notFound', 'This message does not exist.');
      if (marked.range) notifier.messagesSeen(readerId, marked.senderId, marked.range);
    },

    async markDelivered(readerId: UserId, peerId: UserId, upTo: MessageId): Promise<void> {
      const range = await store.markDelivered(readerId, peerId, upTo);
      if (range) notifier.messagesDelivered(readerId, peerId, range);
    },
  };

  /** Whoever reads does not wait for a disk that is slow or full: what is there can be read, and is marked later. */
  async function markInTime(readerId: UserId, peerId: UserId, upTo?: MessageId): Promise<void> {
    const late = Promise.withResolvers<void>();
    const timer = setTimeout(late.resolve, MARK_MS);
    const marking = store.markConversationSeen(readerId, peerId, upTo).then((range) => {
      if (range) notifier.messagesSeen(readerId, peerId, range);
    });
    try {
      await Promise.race([marking.catch(unlessUnavailable), late.promise]);
    } finally {
      clearTimeout(timer);
    }
  }

  async function appendContent(
    message: NewMessage,
    content: MessageContent | { forwardOf: MessageId },
  ): Promise<AppendResult> {
    if ('text' in content) return append({ ...message, text: content.text });
    if ('forwardOf' in content) return forward({ ...message, forwarded: true }, content.forwardOf);
    const { image } = content;
    return pictures.keep(
      message.senderId,
      image,
      (picture) => append({ ...message, picture }),
      (result) => result.kind === 'stored',
    );
  }

  async function forward(message: NewMessage, sourceId: MessageId): Promise<AppendResult> {
    const source = (await store.findMessage(message.senderId, sourceId))?.message;
    if (source?.text !== undefined) return append({ ...message, text: source.text });
    const result =
      source?.picture &&
      (await pictures.keepShared(
        message.senderId,
        source.picture,
        (picture) => append({ ...message, picture }),
        ({ kind }) => kind === 'stored',
      ));
    if (result) return result;
    throw new DomainError('notFound', 'The message to forward does not exist any more.');
  }

  /** Without id if the sender cannot see the message in this conversation. */
  async function findQuote(
    { senderId, receiverId }: NewMessage,
    messageId: MessageId,
  ): Promise<NonNullable<NewMessage['quote']>> {
    const own = await store.findMessage(senderId, messageId);
    if (own?.peerId !== receiverId || own.message.deleted) {
      return { forSender: { deleted: true }, forReceiver: { deleted: true } };
    }
    const theirs = await store.findMessage(receiverId, messageId);
    return { forSender: toQuote(own.message), forReceiver: toQuote(theirs?.message) };
  }

  /** Announces directly after the commit on every path, so that events keep the order of the commits. */
  async function append(message: NewMessage): Promise<AppendResult> {
    if (message.text !== undefined) texts.spend(message.senderId, message.text);
    const { senderId, receiverId } = message;
    const result = await reportUnknown(store.appendMessage(message), () =>
      notifier.outcomeUnknown([senderId, receiverId]),
    );
    if (result.kind === 'stored') {
      const { message: stored, sides } = result;
      const forReceiver = message.quote && { ...stored, replyTo: message.quote.forReceiver };
      notifier.messageStored(stored, sides, forReceiver);
    }
    return result;
  }

  async function answer(receiverId: UserId, result: AppendResult): Promise<StoredMessage> {
    switch (result.kind) {
      case 'stored':
        return result.message;
      case 'repeated': {
        // Answered as the first time: whoever repeats knows the key.
        const { key: _, ...message } = result.message;
        return message;
      }
      case 'keyReused':
        throw keyReused();
      case 'unknownReceiver':
        if (!(await store.findUser(receiverId))?.deleted) throw unknownUser();
        throw new DomainError('notFound', 'This account was deleted. You can’t send it messages.');
      case 'blockedReceiver':
        throw new DomainError('invalid', 'You blocked this person. Unblock them to send messages.');
    }
  }
}

function toQuote(message: StoredMessage | undefined): StoredQuote {
  if (!message) return { deleted: true };
  const { _id, change, senderId, text, picture, deleted } = message;
  if (deleted) return { _id, change, deleted };
  return {
    _id,
    change,
    senderId,
    ...(text !== undefined && { text }),
    ...(picture && { pictureId: picture.id }),
  };
}

/** Identifies equal sends: receiver, kind and content. */
function hashBody(
  receiverId: UserId,
  content: MessageContent | { forwardOf: MessageId },
  replyTo: MessageId | undefined,
): string {
  const to = replyTo === undefined ? receiverId : `${receiverId}\nreply\n${replyTo}`;
  if ('text' in content) return hash('sha256', `${to}\ntext\n${content.text}`);
  if ('forwardOf' in content) return hash('sha256', `${to}\nforward\n${content.forwardOf}`);
  // Hashed in two parts: joined, the picture would be in memory twice.
  const head = `${to}\nimage\n`;
  return createHash('sha256').update(head).update(content.image).digest('hex');
}

function unlessUnavailable(error: unknown): undefined {
  if (!(error instanceof DomainError) || error.code !== 'storageUnavailable') throw error;
}
