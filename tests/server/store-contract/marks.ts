/** What people mark for themselves: it changes what they are shown, and nothing that anybody else can tell. */
import { beforeEach, describe, expect, test } from 'vitest';
import type { Marking } from '../../../server/domain/ports/marks.ts';
import type { StoredMessage } from '../../../server/domain/ports/messages.ts';
import type { Store } from '../../../server/domain/ports/store.ts';
import type { StoredUser } from '../../../server/domain/ports/users.ts';
import { addPerson, append, openAt, type Place, talk, textsOf, UNKNOWN_ID } from './place.ts';

const PICTURE = { id: 'a'.repeat(22), width: 3, height: 2 };

export function describeMarks(getPlace: () => Place): void {
  let store: Store;
  let time: { now: number };
  let ada: StoredUser;
  let ben: StoredUser;
  beforeEach(async () => {
    ({ store, time } = await openAt(getPlace()));
    ada = await addPerson(store, 'Ada');
    ben = await addPerson(store, 'Ben');
    return () => store.close();
  });

  const idOf = (message: StoredMessage | undefined) => message?._id ?? '';

  async function mark(person: StoredUser, messageId: string, marking: Marking) {
    const result = await store.markMessage({ personId: person._id, messageId, marking });
    if (result.kind !== 'marked') throw new Error(result.kind);
    return result.change;
  }
  const deleteForMe = (person: StoredUser, message: StoredMessage | undefined) =>
    mark(person, idOf(message), { kind: 'deleteForMe' });
  const save = (person: StoredUser, message: StoredMessage | undefined, saved = true) =>
    mark(person, idOf(message), { kind: 'save', saved });
  const clear = (person: StoredUser, peer: StoredUser, upTo: StoredMessage | undefined) =>
    mark(person, idOf(upTo), { kind: 'clear', peerId: peer._id });

  async function readTexts(reader: StoredUser, peer: StoredUser, limit = 100) {
    const page = await store.readPage(reader._id, peer._id, { kind: 'before', limit });
    return textsOf(page.messages);
  }
  const readSide = (reader: StoredUser, peer: StoredUser) => store.readSide(reader._id, peer._id);
  async function readListed(reader: StoredUser, peer: StoredUser) {
    const { users, unseen } = await store.listUsers(reader._id);
    const { lastMessage } = users.find(({ _id }) => _id === peer._id) ?? {};
    return { text: lastMessage?.text, unseen: unseen[peer._id] ?? 0 };
  }

  /** All that somebody is told of a conversation. */
  async function readAll(reader: StoredUser, peer: StoredUser) {
    const those = [reader._id, peer._id] as const;
    return {
      side: await store.readSide(...those),
      pages: [
        await store.readPage(...those, { kind: 'before', limit: 100 }),
        await store.readPage(...those, { kind: 'after', limit: 3 }),
      ],
      changes: await store.readChanges(...those, { after: 0, limit: 100 }),
      pictures: await store.readPictures(...those, { kind: 'before', limit: 10 }),
      first: await store.findFirst(...those, 0),
      list: await store.listUsers(reader._id),
      version: await store.readUserListVersion(reader._id),
      marks: await store.listMarks(reader._id, { after: 0, limit: 100 }),
      saved: await store.listSaved(reader._id, { before: 1e15, limit: 100 }),
    };
  }

  test('leave out what somebody has deleted for themselves, and fill the page with others', async () => {
    const sent = await talk(store, ada, ben, ['1', '2', '3', '4', '5']);
    await deleteForMe(ben, sent[1]);
    await deleteForMe(ben, sent[3]);
    await deleteForMe(ada, sent[0]);
    expect(await readTexts(ben, ada)).toEqual(['1', '3', '5']);
    expect(await readTexts(ada, ben)).toEqual(['2', '3', '4', '5']);
    const page = { kind: 'before', limit: 2, before: idOf(sent[4]) } as const;
    const { messages, hasMore } = await store.readPage(ben._id, ada._id, page);
    expect([textsOf(messages), hasMore]).toEqual([['1', '3'], false]);
    const after = await store.readPage(ben._id, ada._id, { kind: 'after', limit: 2 });
    expect([textsOf(after.messages), after.hasMore]).toEqual([['1', '3'], true]);

    const { messages: changed } = await store.readChanges(ben._id, ada._id, { after: 0, limit: 9 });
    expect(changed.map(({ text, deleted }) => text ?? deleted)).toEqual([
      '1',
      true,
      '3',
      true,
      '5',
    ]);
    const [first] = (await store.readChanges(ada._id, ben._id, { after: 0, limit: 9 })).messages;
    expect(first).toMatchObject({ _id: idOf(sent[0]), deleted: true });
    expect(first?.text).toBeUndefined();
    const found = await store.findFirst(ada._id, ben._id, 0);
    expect(found?.text).toBe('2');
  });

  test('take what is deleted out of the count, the preview and the pictures', async () => {
    const sent = await talk(store, ada, ben, ['1', '2']);
    const picture = { ...PICTURE, id: 'b'.repeat(22) };
    sent.push(await append(store, { senderId: ada._id, receiverId: ben._id, picture: PICTURE }));
    sent.push(await append(store, { senderId: ada._id, receiverId: ben._id, picture }));
    sent.push(...(await talk(store, ada, ben, ['5'])));
    const { turn } = (await readSide(ben, ada)).summary;
    const { summary } = await deleteForMe(ben, sent[4]);
    expect(summary).toMatchObject({ turn: turn + 1, unseen: 4, newest: idOf(sent[3]) });
    expect(await readListed(ben, ada)).toEqual({ text: undefined, unseen: 4 });
    await deleteForMe(ben, sent[3]);
    const pictures = await store.readPictures(ben._id, ada._id, { kind: 'before', limit: 9 });
    expect(pictures).toMatchObject({ messages: [{ _id: idOf(sent[2]) }], count: 1 });
    const others = await store.readPictures(ada._id, ben._id, { kind: 'before', limit: 9 });
    expect(others.count).toBe(2);

    await store.markConversationSeen(ben._id, ada._id, idOf(sent[0]));
    expect(await readListed(ben, ada)).toEqual({ text: undefined, unseen: 2 });
    // Already seen: the count stays, and nothing else changes either.
    const before = (await readSide(ben, ada)).summary;
    await deleteForMe(ben, sent[0]);
    expect((await readSide(ben, ada)).summary).toEqual(before);
    await store.markConversationSeen(ben._id, ada._id);
    expect((await readSide(ben, ada)).summary).toMatchObject({ unseen: 0, ownSeen: idOf(sent[4]) });
    await talk(store, ada, ben, ['6']);
    expect(await readListed(ben, ada)).toEqual({ text: '6', unseen: 1 });
  });

  test('clear a conversation up to a message, also one that is deleted, and only further on', async () => {
    const sent = await talk(store, ada, ben, ['1', '2', '3', '4']);
    await save(ben, sent[0]);
    await deleteForMe(ben, sent[3]);
    const cleared = await clear(ben, ada, sent[2]);
    expect(cleared.summary).toMatchObject({ unseen: 0 });
    expect(cleared.summary?.newest).toBeUndefined();
    expect(await readTexts(ben, ada)).toEqual([]);
    expect(await readListed(ben, ada)).toEqual({ text: undefined, unseen: 0 });
    expect(await readTexts(ada, ben)).toEqual(['1', '2', '3', '4']);
    expect(await store.listSaved(ben._id, { before: 1e15, limit: 9 })).toEqual([]);
    expect(await store.findFirst(ben._id, ada._id, 0)).toBeUndefined();

    await talk(store, ada, ben, ['5']);
    expect(await readTexts(ben, ada)).toEqual(['5']);
    expect(await readListed(ben, ada)).toEqual({ text: '5', unseen: 1 });
    const again = await clear(ben, ada, sent[1]);
    expect(again.before).toBeUndefined();
    await clear(ben, ada, sent[3]);
    expect(await readTexts(ben, ada)).toEqual(['5']);
    // What is cleared is gone: neither saved nor deleted again.
    for (const marking of [{ kind: 'save', saved: true }, { kind: 'deleteForMe' }] as const) {
      const asked = { personId: ben._id, messageId: idOf(sent[0]), marking };
      expect(await store.markMessage(asked)).toEqual({ kind: 'gone' });
    }
    const { messages } = await store.readChanges(ben._id, ada._id, { after: 0, limit: 9 });
    expect(messages.map(({ text, deleted }) => text ?? deleted)).toEqual([
      true,
      true,
      true,
      true,
      '5',
    ]);
  });

  test('keep what is saved in a list, the last one first, until it is deleted', async () => {
    const sent = await talk(store, ada, ben, ['1', '2', '3']);
    for (const index of [1, 0, 2]) {
      time.now += 1_000;
      await save(ada, sent[index]);
    }
    const list = async () =>
      (await store.listSaved(ada._id, { before: 1e15, limit: 9 })).map(
        ({ message }) => message.text,
      );
    expect(await list()).toEqual(['3', '1', '2']);
    const [latest, next] = await store.listSaved(ada._id, { before: 1e15, limit: 2 });
    expect(latest).toMatchObject({ userId: ben._id, savedAt: time.now, message: { saved: true } });
    const rest = await store.listSaved(ada._id, { before: next?.number ?? 0, limit: 9 });
    expect(rest.map(({ message }) => message.text)).toEqual(['2']);
    const page = await store.readPage(ada._id, ben._id, { kind: 'before', limit: 9 });
    expect(page.messages.map(({ saved }) => saved)).toEqual([true, true, true]);
    const others = await store.readPage(ben._id, ada._id, { kind: 'before', limit: 9 });
    expect(others.messages.map(({ saved }) => saved)).toEqual([undefined, undefined, undefined]);

    await save(ada, sent[0], false);
    await deleteForMe(ada, sent[2]);
    expect(await list()).toEqual(['2']);
    await store.changeMessage({
      personId: ada._id,
      messageId: idOf(sent[1]),
      change: { kind: 'delete' },
    });
    expect(await list()).toEqual([]);
  });

  test('have numbers of each person, in whose order they are told, each in its last state', async () => {
    const sent = await talk(store, ada, ben, ['1', '2', '3']);
    const epoch = store.epoch();
    expect(await store.readMarksNumber(ben._id)).toEqual({ epoch, number: 0 });
    const first = await save(ben, sent[0]);
    expect(first).toMatchObject({ before: 0, epoch, marks: [{ number: 1, saved: true }] });
    await deleteForMe(ben, sent[1]);
    expect(await save(ben, sent[0])).toMatchObject({ marks: [{ number: 1, saved: true }] });
    expect((await save(ben, sent[0])).before).toBeUndefined();
    await save(ben, sent[0], false);
    await save(ada, sent[0]);
    const of = (message: StoredMessage | undefined) => ({
      userId: ada._id,
      messageId: idOf(message),
    });
    expect(await store.readMarksNumber(ben._id)).toEqual({ epoch, number: 3 });
    expect(await store.listMarks(ben._id, { after: 0, limit: 9 })).toEqual([
      { number: 2, ...of(sent[1]), deleted: true },
      { number: 3, ...of(sent[0]) },
    ]);
    expect(await store.listMarks(ben._id, { after: 2, limit: 9 })).toHaveLength(1);
    expect(await store.listMarks(ben._id, { after: 0, limit: 1 })).toHaveLength(1);
    await clear(ben, ada, sent[2]);
    expect(await store.listMarks(ben._id, { after: 0, limit: 9 })).toEqual([
      { number: 4, ...of(sent[2]), clearedUpTo: true },
    ]);
    expect(await store.listMarks(ada._id, { after: 0, limit: 9 })).toMatchObject([
      { number: 1, userId: ben._id, saved: true },
    ]);
    for (const id of [UNKNOWN_ID, 'ben']) {
      expect(await store.listMarks(id, { after: 0, limit: 9 })).toEqual([]);
      expect(await store.readMarksNumber(id)).toEqual({ epoch, number: 0 });
    }
  });

  test('are made once under a key, and refused again', async () => {
    const [message] = await talk(store, ada, ben, ['1']);
    const asked = {
      personId: ben._id,
      messageId: idOf(message),
      marking: { kind: 'save', saved: true },
      idempotency: { key: 'key 1', bodyHash: 'body 1' },
    } as const;
    const first = await store.markMessage(asked);
    await save(ben, message, false);
    const second = await store.markMessage(asked);
    if (first.kind !== 'marked' || second.kind !== 'marked') throw new Error('not marked');
    expect(first.change.before).toBe(0);
    expect(second.change.before).toBeUndefined();
    expect(second.change.marks).toMatchObject([{ number: 2 }]);
    const other = { ...asked, idempotency: { key: 'key 1', bodyHash: 'body 2' } };
    expect(await store.markMessage(other)).toEqual({ kind: 'keyReused' });

    await deleteForMe(ben, message);
    const late = { ...asked, idempotency: { key: 'key 2', bodyHash: 'body 1' } };
    expect(await store.markMessage(late)).toEqual({ kind: 'gone' });
    expect(await store.markMessage(late)).toEqual({ kind: 'gone' });
    // The first one was done, and is answered so.
    expect(await store.markMessage(asked)).toMatchObject({
      change: { marks: [{ number: 3, deleted: true }] },
    });
  });

  test('are made by the two people alone, of messages that they may see', async () => {
    const cleo = await addPerson(store, 'Cleo');
    await store.setBlocked({ blockerId: ben._id, blockedId: ada._id, isBlocked: true });
    const [hidden] = await talk(store, ada, ben, ['hidden']);
    const tries = [
      [cleo, idOf(hidden)],
      [ben, idOf(hidden)],
      [ada, UNKNOWN_ID],
      [ada, 'message'],
    ] as const;
    for (const [person, messageId] of tries) {
      for (const marking of [
        { kind: 'save', saved: true },
        { kind: 'deleteForMe' },
        { kind: 'clear', peerId: ada._id },
      ] as const) {
        const asked = { personId: person._id, messageId, marking };
        expect(await store.markMessage(asked)).toEqual({ kind: 'gone' });
      }
    }
    const ofOther = { kind: 'clear', peerId: cleo._id } as const;
    const asked = { personId: ada._id, messageId: idOf(hidden), marking: ofOther };
    expect(await store.markMessage(asked)).toEqual({ kind: 'gone' });
    await deleteForMe(ada, hidden);
    expect(await readTexts(ada, ben)).toEqual([]);
    expect((await readSide(ada, ben)).summary.newest).toBeUndefined();
  });

  test('respect the newest message of a person when another is deleted for both', async () => {
    const sent = await talk(store, ada, ben, ['1', '2', '3']);
    await deleteForMe(ben, sent[1]);
    const change = { kind: 'delete' } as const;
    await store.changeMessage({ personId: ada._id, messageId: idOf(sent[2]), change });
    expect((await readSide(ben, ada)).summary).toMatchObject({ newest: idOf(sent[0]), unseen: 1 });
    expect((await readSide(ada, ben)).summary.newest).toBe(idOf(sent[1]));
    // Nor is a message counted out twice.
    await store.changeMessage({ personId: ada._id, messageId: idOf(sent[1]), change });
    expect((await readSide(ben, ada)).summary.unseen).toBe(1);
  });

  test('of tombstones go with them, and only cursors of those who could see one lead nowhere', async () => {
    const sent = await talk(store, ada, ben, ['1', '2']);
    await store.setBlocked({ blockerId: ben._id, blockedId: ada._id, isBlocked: true });
    const [hidden] = await talk(store, ada, ben, ['hidden']);
    await save(ben, sent[0]);
    const erase = (message: StoredMessage | undefined) =>
      store.changeMessage({
        personId: ada._id,
        messageId: idOf(message),
        change: { kind: 'delete' },
      });
    await erase(sent[0]);
    const { number } = await readSide(ben, ada);
    await erase(hidden);
    const before = [await readTexts(ada, ben), await readTexts(ben, ada)];
    expect(await store.purgeTombstones(time.now)).toEqual({ hasMore: false });
    expect(await readSide(ada, ben)).toMatchObject({ floor: 0 });
    expect(await store.purgeTombstones(time.now + 1)).toEqual({ hasMore: false });
    expect((await readSide(ben, ada)).floor).toBe(number);
    const side = await readSide(ada, ben);
    expect(side.floor).toBe(side.number);
    expect([await readTexts(ada, ben), await readTexts(ben, ada)]).toEqual(before);
    expect(await store.listMarks(ben._id, { after: 0, limit: 9 })).toEqual([]);
    expect((await store.readMarksNumber(ben._id)).number).toBe(1);
    await talk(store, ada, ben, ['4']);
    expect((await readSide(ada, ben)).number).toBeGreaterThan(side.number);
  });

  describe('show nothing to the other person', () => {
    const acts: Array<[string, (sent: StoredMessage[]) => Promise<unknown>]> = [
      ['sees all', () => store.markConversationSeen(ben._id, ada._id)],
      ['sees up to one', (sent) => store.markConversationSeen(ben._id, ada._id, idOf(sent[3]))],
      ['sees one alone', (sent) => store.markSeen(ben._id, idOf(sent[2]))],
      ['sees the first', (sent) => store.markSeen(ben._id, idOf(sent[0]))],
      ['receives', (sent) => store.markDelivered(ben._id, ada._id, idOf(sent[3]))],
      [
        'sees one, then all',
        async (sent) => [
          await store.markSeen(ben._id, idOf(sent[2])),
          await store.markConversationSeen(ben._id, ada._id),
        ],
      ],
    ];
    const marks: Array<[string, (sent: StoredMessage[]) => Promise<unknown>]> = [
      ['one deleted', (sent) => deleteForMe(ben, sent[2])],
      ['the newest deleted', (sent) => deleteForMe(ben, sent[3])],
      [
        'all deleted',
        async (sent) => {
          for (const message of sent) await deleteForMe(ben, message);
        },
      ],
      ['all cleared', (sent) => clear(ben, ada, sent[3])],
      ['some cleared', (sent) => clear(ben, ada, sent[1])],
      ['one saved', (sent) => save(ben, sent[1])],
    ];

    test.each(acts)('when somebody %s', async (_what, act) => {
      const told: unknown[] = [];
      for (const [, apply] of [['', async () => {}] as const, ...marks]) {
        ada = await addPerson(store, `Ada ${told.length}`);
        ben = await addPerson(store, `Ben ${told.length}`);
        const sent = await talk(store, ada, ben, ['1', '2', '3', '4']);
        const before = await readAll(ada, ben);
        await apply(sent);
        expect(await readAll(ada, ben)).toEqual(before);
        const result = await act(sent);
        const { summary } = await readSide(ada, ben);
        const toPlace = (id: string | undefined) => sent.findIndex(({ _id }) => _id === id);
        told.push({
          // Ids of people and messages may be the same.
          result: JSON.stringify(result, (key, value: unknown) => {
            if (key === 'senderId') return undefined;
            return typeof value === 'string' ? toPlace(value) : value;
          }),
          turn: summary.turn,
          seen: toPlace(summary.seen),
          delivered: toPlace(summary.delivered),
          rows: (await store.readPage(ada._id, ben._id, { kind: 'before', limit: 9 })).messages.map(
            ({ seen, delivered }) => ({ seen, delivered }),
          ),
        });
      }
      for (const each of told) expect(each).toEqual(told[0]);
    });
  });
}
