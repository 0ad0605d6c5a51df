import { beforeEach, expect, test } from 'vitest';
import type { Change, ChangeResult } from '../../../server/domain/ports/messages.ts';
import type { StoredUser } from '../../../server/domain/ports/users.ts';
import { addPerson, append, talk, textsOf, UNKNOWN_ID, withOtherSecond } from './place.ts';
import { ada, ben, place, store, time } from './world.ts';

type Target = { _id: string } | undefined;

const SECOND = 1_000;
const YEAR = 365 * 24 * 60 * 60_000;
/** What is left of a quoted message. */
const GONE = { deleted: true } as const;
const picture = { id: 'e'.repeat(32), width: 1, height: 1 };

export function describeMessageChanges(): void {
  let cleo: StoredUser;
  beforeEach(async () => {
    cleo = await addPerson(store, 'Cleo');
  });

  const change = (person: StoredUser, message: Target, what: Change, key?: string) =>
    store.changeMessage({
      personId: person._id,
      messageId: message?._id ?? '',
      change: what,
      ...(key && { idempotency: { key, bodyHash: JSON.stringify(what) } }),
    });
  const edit = (person: StoredUser, message: Target, text: string, version = 0) =>
    change(person, message, { kind: 'edit', text, version });
  const react = (person: StoredUser, message: Target, emoji: string | null) =>
    change(person, message, { kind: 'react', emoji });
  const erase = (person: StoredUser, message: Target) =>
    change(person, message, { kind: 'delete' });
  const block = (isBlocked: boolean) =>
    store.setBlocked({ blockerId: ben._id, blockedId: ada._id, isBlocked });
  const sideOf = (reader: StoredUser, peer: StoredUser) => store.readSide(reader._id, peer._id);
  const read = async (reader: StoredUser, peer: StoredUser) =>
    (await store.readPage(reader._id, peer._id, { kind: 'after', limit: 100 })).messages;
  const requireChanged = (result: ChangeResult) => {
    if (result.kind !== 'changed') throw new Error(JSON.stringify(result));
    return result;
  };
  const refusalOf = (result: ChangeResult) =>
    result.kind === 'refused' ? result.refusal : result.kind;

  test('an edit gives both the new text, under the next number', async () => {
    const [first] = await talk(store, ada, ben, ['Helo', '2']);
    const { number: before, summary } = await sideOf(ben, ada);
    time.now += SECOND;
    const result = requireChanged(await edit(ada, first, 'Hello'));

    const version = before + 1;
    const editedAt = time.now;
    const message = { ...first, text: 'Hello', change: version, version, editedAt };
    expect(result).toMatchObject({ version });
    for (const [told, person, peer] of [
      [result.own, ada, ben],
      [result.other, ben, ada],
    ] as const) {
      const side = await sideOf(person, peer);
      const ids = { personId: person._id, peerId: peer._id };
      expect(told).toEqual({ ...ids, message, side, before, isBlocking: false });
      expect(textsOf(await read(person, peer))).toEqual(['Hello', '2']);
      const changes = await store.readChanges(person._id, peer._id, { after: before, limit: 9 });
      expect(changes).toEqual({ messages: [message], count: 1 });
    }
    // Neither a count nor a position has changed.
    expect((await sideOf(ben, ada)).summary).toEqual(summary);
  });

  test('what is left of deleted messages is on the pages that are asked for with it, for those who could see them', async () => {
    const sent = await talk(store, ada, ben, ['1', '2', '3', '4']);
    await block(true);
    const [hidden] = await talk(store, ada, ben, ['hidden']);
    for (const message of [sent[1], sent[3], hidden]) await erase(ada, message);
    const readWith = async (reader: StoredUser, peer: StoredUser, kind: 'before' | 'after') => {
      const asked = { kind, limit: 3, withDeleted: true };
      const { messages, hasMore } = await store.readPage(reader._id, peer._id, asked);
      return { texts: messages.map(({ text, deleted }) => text ?? deleted), hasMore };
    };
    expect(await readWith(ben, ada, 'after')).toEqual({ texts: ['1', true, '3'], hasMore: true });
    expect(await readWith(ben, ada, 'before')).toEqual({ texts: [true, '3', true], hasMore: true });
    expect(await readWith(ada, ben, 'before')).toEqual({ texts: ['3', true, true], hasMore: true });
    expect(textsOf(await read(ada, ben))).toEqual(['1', '3']);
  });

  test('only its author edits or deletes a message, whenever that is, and edits none while blocking the other', async () => {
    const [first] = await talk(store, ada, ben, ['1']);
    const [answer] = await talk(store, ben, ada, ['2']);
    const sent = await append(store, { senderId: ada._id, receiverId: ben._id, picture });
    const { version } = requireChanged(await edit(ada, first, '2'));
    expect(await edit(ada, first, '3')).toMatchObject({
      kind: 'refused',
      refusal: 'outdated',
      own: { message: { text: '2', version } },
    });
    // What is so already is done without a number.
    expect(await edit(ada, first, '2', 77)).toMatchObject({ kind: 'unchanged', version });
    expect((await sideOf(ada, ben)).number).toBe(version);
    expect(refusalOf(await edit(ben, first, 'x'))).toBe('notOwn');
    expect(refusalOf(await erase(ben, first))).toBe('notOwn');
    expect(refusalOf(await edit(ada, sent, 'x'))).toBe('notText');
    const gone = { kind: 'refused', refusal: 'gone' };
    for (const _id of [UNKNOWN_ID, 'x', withOtherSecond(sent._id)]) {
      expect(await change(ada, { _id }, { kind: 'edit', text: 'x', version: 0 })).toEqual(gone);
    }
    for (const act of [edit(cleo, first, 'x'), erase(cleo, first), react(cleo, first, '👍')]) {
      expect(await act).toEqual(gone);
    }
    await block(true);
    expect(refusalOf(await edit(ben, answer, 'x'))).toBe('blocked');
    await block(false);
    time.now += YEAR;
    expect(refusalOf(await edit(ben, answer, '3'))).toBe('changed');
    await block(true);
    expect((await erase(ben, answer)).kind).toBe('changed');
    expect(requireChanged(await erase(ada, first)).other?.isBlocking).toBe(true);
    expect(await erase(ada, sent)).toMatchObject({ kind: 'changed', unnamedPicture: picture.id });
    for (const [reader, peer] of [[ada, ben] as const, [ben, ada] as const]) {
      expect((await sideOf(reader, peer)).summary).toEqual({ version: 6, unseen: 0 });
      const pictures = await store.readPictures(reader._id, peer._id, { kind: 'before', limit: 9 });
      expect(pictures).toEqual({ messages: [], hasMore: false, count: 0 });
    }
    expect((await store.listUsers(ben._id)).users).toHaveLength(2);
  });

  test('each of the two has one emoji on a message, sets it anew and takes it back', async () => {
    const [first] = await talk(store, ada, ben, ['1']);
    requireChanged(await react(ben, first, '👍'));
    requireChanged(await react(ada, first, '🎉'));
    const { own, other } = requireChanged(await react(ben, first, '❤️'));
    for (const told of [own, other]) {
      expect(told?.message.reactions).toEqual({ [ben._id]: '❤️', [ada._id]: '🎉' });
    }
    const { number } = await sideOf(ada, ben);
    expect((await react(ben, first, '❤️')).kind).toBe('unchanged');
    expect((await sideOf(ada, ben)).number).toBe(number);
    await react(ben, first, null);
    expect((await react(ben, first, null)).kind).toBe('unchanged');
    expect((await read(ben, ada))[0]?.reactions).toEqual({ [ada._id]: '🎉' });
    await react(ada, first, null);
    expect((await read(ben, ada))[0]).not.toHaveProperty('reactions');
    expect((await store.listUsers(ben._id)).unseen).toEqual({ [ada._id]: 1 });
    await block(true);
    expect(refusalOf(await react(ben, first, '👍'))).toBe('blocked');
    expect((await react(ada, first, '👍')).kind).toBe('changed');
  });

  test('a deletion leaves a row without content, and nothing of it in the store', async () => {
    const secret = 'nobody shall read this';
    const kept = await talk(store, ada, ben, ['1']);
    const sent = await append(store, {
      senderId: ada._id,
      receiverId: ben._id,
      text: `${secret} 1`,
      idempotency: { key: 'send', bodyHash: secret },
    });
    const { version } = requireChanged(await edit(ada, sent, `${secret} 2`));
    await change(ada, sent, { kind: 'edit', text: `${secret} 3`, version: version ?? 0 }, 'edit');
    await change(ben, sent, { kind: 'react', emoji: '👍' }, 'react');
    const before = await sideOf(ben, ada);
    expect(before.summary).toMatchObject({ unseen: 2, newest: sent._id });
    time.now += SECOND;

    const { own, other } = requireChanged(await erase(ada, sent));

    const { text: _, ...rest } = sent;
    const tombstone = { ...rest, change: before.number + 1, deleted: true };
    expect([own.message, other?.message]).toEqual([{ ...tombstone, key: 'send' }, tombstone]);
    expect(other?.side.summary).toEqual({
      version: before.summary.version + 1,
      unseen: 1,
      newest: kept[0]?._id,
    });
    for (const [reader, peer] of [[ada, ben] as const, [ben, ada] as const]) {
      expect(textsOf(await read(reader, peer))).toEqual(['1']);
      const { users } = await store.listUsers(reader._id);
      expect(users[0]).toMatchObject({ _id: peer._id, lastMessage: { text: '1' } });
      expect(refusalOf(await react(reader, sent, '👍'))).toBe('gone');
    }
    expect((await store.listUsers(ben._id)).unseen).toEqual({ [ada._id]: 1 });
    for (const table of ['messages', 'operations']) {
      const rows = JSON.stringify(await place.read(`select * from ${table}`));
      expect(rows).not.toContain(secret);
      expect(rows).not.toContain('👍');
    }
    expect(refusalOf(await erase(ada, sent))).toBe('gone');
    // Whatever its body is, a repeat is answered.
    const again = await store.appendMessage({
      senderId: ada._id,
      receiverId: ben._id,
      text: 'other',
      idempotency: { key: 'send', bodyHash: 'other' },
    });
    expect(again).toEqual({ kind: 'repeated', message: { ...tombstone, key: 'send' } });
  });

  test('what is hidden changes for its sender alone, who cannot tell', async () => {
    const [both] = await talk(store, ada, ben, ['both']);
    await block(true);
    const [hidden] = await talk(store, ada, ben, ['hidden']);
    const before = await sideOf(ben, ada);
    const { other, ...own } = requireChanged(await edit(ada, hidden, 'edited'));
    expect(other).toBeUndefined();
    expect(own.own).toMatchObject({ message: { text: 'edited' }, isBlocking: false });
    expect((await react(ada, hidden, '👍')).kind).toBe('changed');
    expect(await react(ben, hidden, '👍')).toEqual({ kind: 'refused', refusal: 'gone' });
    expect(await erase(ben, hidden)).toEqual({ kind: 'refused', refusal: 'gone' });
    expect((await erase(ada, hidden)).kind).toBe('changed');
    expect(await sideOf(ben, ada)).toEqual(before);
    expect((await sideOf(ada, ben)).summary.newest).toBe(both?._id);
    // What both can see stays shared, without a sound for the blocker.
    expect(requireChanged(await edit(ada, both, 'changed')).other?.isBlocking).toBe(true);
    expect(textsOf(await read(ben, ada))).toEqual(['changed']);
  });

  test('a reply quotes its message as that is now, as far as its reader may see it', async () => {
    const [first, second] = await talk(store, ada, ben, ['1', '2']);
    await block(true);
    const [hidden] = await talk(store, ada, ben, ['hidden']);
    await block(false);
    for (const target of [first, second, hidden, undefined]) {
      const quote = target ? { _id: target._id, senderId: ada._id, text: '…' } : GONE;
      const to = { senderId: ada._id, receiverId: ben._id };
      const quoting = { ...to, text: 'reply', quote: { forSender: quote, forReceiver: quote } };
      expect((await append(store, quoting)).replyTo).toMatchObject(target ? { text: '…' } : GONE);
    }
    const { change: editedAs } = requireChanged(await edit(ada, first, 'edited')).own.message;
    const { change: erasedAs } = requireChanged(await erase(ada, second)).own.message;

    const quotes = async (reader: StoredUser, peer: StoredUser) =>
      (await read(reader, peer)).flatMap(({ replyTo }) => (replyTo ? [replyTo] : []));
    const shared = [
      { _id: first?._id, change: editedAs, senderId: ada._id, text: 'edited' },
      { _id: second?._id, change: erasedAs, ...GONE },
    ];
    const own = { _id: hidden?._id, change: hidden?.change, senderId: ada._id, text: 'hidden' };
    expect(await quotes(ada, ben)).toEqual([...shared, own, GONE]);
    expect(await quotes(ben, ada)).toEqual([...shared, GONE, GONE]);
    expect(await store.findMessage(ben._id, hidden?._id ?? '')).toBeUndefined();
    expect(await store.findMessage(cleo._id, first?._id ?? '')).toBeUndefined();
    const found = { peerId: ada._id, message: { deleted: true } };
    expect(await store.findMessage(ben._id, second?._id ?? '')).toMatchObject(found);
  });

  test('a key has the outcome of its first call, whatever is there now, and for nothing else', async () => {
    const [first, second] = await talk(store, ada, ben, ['1', '2']);
    const blocking = (isBlocked: boolean) =>
      store.setBlocked({ blockerId: ada._id, blockedId: ben._id, isBlocked });
    const editing: Change = { kind: 'edit', text: 'x', version: 0 };
    const { version } = requireChanged(await change(ada, first, editing, 'k'));
    await edit(ada, first, 'y', version);
    await blocking(true);
    const repeat = await change(ada, first, editing, 'k');
    expect(repeat).toMatchObject({ kind: 'unchanged', version, own: { message: { text: 'y' } } });
    expect(repeat).not.toHaveProperty('own.before');
    const refused = await change(ada, second, editing, 'refused');
    expect(refused).toMatchObject({ refusal: 'blocked' });
    await blocking(false);
    expect(await change(ada, second, editing, 'refused')).toEqual(refused);

    const deleting: Change = { kind: 'delete' };
    for (const [message, what] of [
      [first, { ...editing, text: 'z' }],
      [second, editing],
      [first, deleting],
    ] as const) {
      expect(await change(ada, message, what, 'k')).toEqual({ kind: 'keyReused' });
    }
    // Of another person.
    expect((await change(ben, first, { kind: 'react', emoji: '👍' }, 'k')).kind).toBe('changed');
    await change(ada, first, deleting, 'd');
    expect((await change(ada, first, deleting, 'd')).kind).toBe('unchanged');
    expect(await change(ada, second, deleting, 'd')).toEqual({ kind: 'keyReused' });
  });

  test('changes of the same moment form one chain, and one key counts once', async () => {
    const [first] = await talk(store, ada, ben, ['1']);
    const { number } = await sideOf(ada, ben);
    const results = await Promise.all([
      ...['👍', '🎉', '👍', '🎉'].map((emoji) => react(ben, first, emoji)),
      ...[1, 2, 3].map(() => change(ada, first, { kind: 'react', emoji: '🙂' }, 'k')),
      talk(store, ben, ada, ['2']).then(() => undefined),
    ]);
    const changed = results.flatMap((result) => (result?.kind === 'changed' ? [result] : []));
    const chain = changed.map(({ own }) => own.before).toSorted((a, b) => a - b);
    expect(new Set(chain).size).toBe(changed.length);
    expect(chain[0]).toBeGreaterThanOrEqual(number);
    expect(changed.filter(({ own }) => own.personId === ada._id)).toHaveLength(1);
    expect((await read(ada, ben))[0]?.reactions).toMatchObject({ [ada._id]: '🙂' });
  });
}
