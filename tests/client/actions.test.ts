/** What is offered for a message, by what it is and to whom. */
import { expect, test } from 'vitest';
import { listActions } from '../../src/screens/chat/actions/actions.tsx';
import { canReact } from '../../src/screens/chat/actions/reactions.tsx';
import type { Entry } from '../../src/screens/chat/thread/thread.ts';
import { ME, PEER } from './support/acting-server.ts';

const TEXT = { text: 'Hello' };
const PICTURE = { image: 'blob:1' };

test.each<[string, Partial<Entry>, Partial<typeof PEER & { locked: boolean }>, string[]]>([
  ['an own text', TEXT, {}, ['react', 'reply', 'edit', 'forward', 'delete']],
  ['an own text to a locked account', TEXT, { locked: true }, ['forward', 'delete']],
  ['a text in its first try', { ...TEXT, outgoing: 'sending' }, {}, ['edit']],
  ['a text that waits', { ...TEXT, outgoing: 'waiting' }, {}, ['edit', 'discard']],
  ['a picture under way', { ...PICTURE, outgoing: 'sending' }, {}, ['discard']],
])('For %s there is what can be done', (_, content, more, expected) => {
  const message = { _id: '1', senderId: ME._id, seen: false, createdAt: '', ...content };
  const subject = { message, isOwn: true, me: ME, peer: { ...PEER, ...more } };
  const ids = listActions(subject).map(({ id }) => id);
  // Browsers have a clipboard at some addresses only.
  const offered = [...(canReact(subject) ? ['react'] : []), ...ids].filter((id) => id !== 'copy');
  expect(offered).toEqual(expected);
});
