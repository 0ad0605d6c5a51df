/** What it costs to change one message in a cache of very many, without a screen: as an event of a reaction does. */
import { changeRow, describeChange } from '../../../src/conversation/patches/changed-message.ts';
import { type Conversation, cutIntoPages } from '../../../src/conversation/patches/conversation.ts';
import type { Message } from '../../../src/protocol/entities.ts';

const MESSAGES = 100_000;
const CHANGES = 5_000;

/** Microseconds for each change of a message anywhere in the conversation, round by round. */
export function measureCacheChanges(rounds: number): number[] {
  const rows: Message[] = Array.from({ length: MESSAGES }, (_, index) => ({
    _id: index.toString(16).padStart(24, '0'),
    senderId: 'b'.repeat(24),
    text: `Message ${index}`,
    seen: true,
    change: index,
    createdAt: new Date(index * 1_000).toISOString(),
  }));
  let conversation: Conversation = {
    history: { pages: cutIntoPages(rows), hasOlder: false },
    tail: [],
  };
  let change = MESSAGES;
  function play(): number {
    const began = performance.now();
    for (let index = 0; index < CHANGES; index += 1) {
      const row = rows[(index * 7_919) % MESSAGES];
      if (!row) continue;
      change += 1;
      const changed = { ...row, change, reactions: { [row.senderId]: `${change}` } };
      conversation = changeRow(conversation, describeChange(changed, false));
    }
    return ((performance.now() - began) * 1_000) / CHANGES;
  }
  // The first one warms up.
  play();
  return Array.from({ length: rounds }, play);
}
