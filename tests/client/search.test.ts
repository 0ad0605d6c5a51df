import { describe, expect, test } from 'vitest';
import { filterUsers } from '../../src/screens/chat/people/search.ts';

const users = ['Theo Marchetti', 'Amara Okafor', 'Maya Lindqvist', 'Leïla Haddad'].map(
  (fullName, index) => ({ _id: String(index), fullName, bio: '' }),
);
const find = (query: string) => filterUsers(users, query).map((user) => user.fullName);

describe('Searching people', () => {
  test('finds those whose full name contains the query, whatever the case', () => {
    expect(find('AR')).toEqual(['Theo Marchetti', 'Amara Okafor']);
    expect(find('lind')).toEqual(['Maya Lindqvist']);
    expect(find('LEÏLA')).toEqual(['Leïla Haddad']);
    expect(find('o M')).toEqual(['Theo Marchetti']);
  });

  test('takes the query as letters, not as a pattern', () => {
    expect(find('.*')).toEqual([]);
  });

  test('of nothing finds everybody, as the same list', () => {
    expect(filterUsers(users, '  ')).toBe(users);
  });
});
