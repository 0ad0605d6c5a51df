/** Who stands where in the people list, and who is found there. */
import { describe, expect, test } from 'vitest';
import { putUser } from '../../src/people/patches.ts';
import type { User } from '../../src/protocol/entities.ts';
import { findByName, orderByRecency } from '../../src/screens/chat/people/use-people.ts';
import { findPeople, makeDirectory } from '../../src/screens/chat/switcher/find-people.ts';
import { makeMessage } from './support/messages.ts';

const makeUser = (_id: string, message?: number): User => ({
  _id,
  fullName: _id,
  bio: '',
  ...(message !== undefined && { lastMessage: makeMessage(message) }),
});

describe('People stand', () => {
  test('by the order of their messages, also after the clock of the server was ahead', () => {
    const ahead = { ...makeMessage(1), createdAt: '2029-01-01T00:00:00.000Z' };
    const users = [{ ...makeUser('Ada'), lastMessage: ahead }, makeUser('Ben', 2)];
    expect(orderByRecency(users)).toEqual(['Ben', 'Ada']);
  });

  test('by name without messages, those of one name by their ids', () => {
    const named = (_id: string, fullName: string) => ({ ...makeUser(_id), fullName });
    const users = [named('1', 'Ben'), named('3', 'Ben')];
    const all = [named('2', 'BEN'), named('4', 'Ada')].reduce<readonly User[]>(putUser, users);
    expect(all.map(({ _id }) => _id)).toEqual(['4', '1', '2', '3']);
  });
});

describe('Searching people', () => {
  const users = ['Theo Marchetti', 'Amara Okafor', 'Maya Lindqvist', 'Leïla Haddad'].map((name) =>
    makeUser(name),
  );
  const ids = users.map(({ _id }) => _id);
  const find = (query: string) => findByName(ids, users, query);

  test('finds those whose full name contains the query, whatever the case, as letters', () => {
    expect(find('AR')).toEqual(['Theo Marchetti', 'Amara Okafor']);
    expect(find('o M')).toEqual(['Theo Marchetti']);
    for (const form of ['NFC', 'NFD'])
      expect(find('LEÏLA'.normalize(form))).toEqual(['Leïla Haddad']);
    expect(find('.*')).toEqual([]);
    expect(find('  ')).toBe(ids);
  });

  // The switcher as well: both compare by what the search in messages compares by.
  test.each([
    ['weisshaupt', 'Jürgen Weißhaupt'],
    ['đinh', 'Dinh Van'],
    ['istanbul', 'İSTANBUL'],
    ["o'neil", 'Sean O’Neil'],
    ['mary  ann', 'Mary\u00a0Ann Lee'],
    ['\u2066ann lee\u2069 ', 'A\u200bnn Lee'],
  ])('finds, for “%s”, %s', (query, fullName) => {
    const named = [makeUser('x'), { ...makeUser('y'), fullName }];
    expect(findByName(['x', 'y'], named, query)).toEqual(['y']);
    const [found, ...others] = findPeople(makeDirectory(named, []), query, null);
    expect(found?.userId).toBe('y');
    expect(others).toEqual([]);
    expect(found?.parts.map(({ text }) => text).join('')).toBe(fullName);
  });

  test('offers no deleted account in the switcher, and lists it', () => {
    const named = [makeUser('x'), { ...makeUser('y'), fullName: 'Deleted account', deleted: true }];
    expect(findByName(['x', 'y'], named, 'deleted')).toEqual(['y']);
    expect(findPeople(makeDirectory(named, ['y']), 'deleted', null)).toEqual([]);
    expect(findPeople(makeDirectory(named, ['y']), '', null)).toMatchObject([{ userId: 'x' }]);
  });

  test('marks in the switcher what was typed, as it is written', () => {
    const named = [{ ...makeUser('x'), fullName: 'Łódź Straße' }];
    const [found] = findPeople(makeDirectory(named, []), 'strasse', null);
    expect(found?.parts).toEqual([
      { text: 'Łódź ', isMatch: false },
      { text: 'Straße', isMatch: true },
    ]);
  });
});
