/** Writes a plan through the ports of the domain, as the years would have done. */
import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, parse } from 'node:path';
import { acceptPicture } from '../domain/pictures/accept-picture.ts';
import type { Change, StoredMessage } from '../domain/ports/messages.ts';
import type { PictureStore } from '../domain/ports/pictures.ts';
import type { Credentials } from '../domain/ports/sessions.ts';
import type { Store } from '../domain/ports/store.ts';
import { DEMO_PASSWORD, DEMO_PEOPLE, emailOf } from './people.ts';
import { type DemoPlan, MINUTE, type PlannedMessage } from './plan.ts';

interface DemoPorts {
  store: Store;
  pictures: PictureStore;
  credentials: Credentials;
  setTime(now: number): void;
}

const PICTURE_LIMITS = { bytes: 1_000_000, pixels: 4_000_000 };

type StoredDemo = StoredMessage & Pick<PlannedMessage, 'state' | 'reaction'>;

export async function storeDemo(plan: DemoPlan, ports: DemoPorts): Promise<void> {
  const { store, setTime } = ports;
  setTime(plan.messages[0]?.at ?? 0);
  const ids = await storePeople(ports);
  const stored = await storeMessages(plan.messages, ids, ports);
  // The last message with a state marks all before it.
  const last = new Map(
    stored.map((message) => [
      `${message.senderId} ${message.receiverId} ${message.state}`,
      message,
    ]),
  );
  for (const { state, receiverId, senderId, _id } of last.values()) {
    if (state === 'seen') await store.markConversationSeen(receiverId, senderId, _id);
    if (state === 'delivered') await store.markDelivered(receiverId, senderId, _id);
  }
  await Promise.all(
    stored.map(({ receiverId, _id, reaction: emoji }) =>
      emoji ? change(store, receiverId, _id, { kind: 'react', emoji }) : undefined,
    ),
  );
  await Promise.all([...plan.lastSeen].map(([key, at]) => store.setLastSeen(get(ids, key), at)));
}

/** Resolves to their ids. People without a portrait are shown by their initials. */
async function storePeople({ store, pictures, credentials }: DemoPorts) {
  const [portraits, small] = [listPictures('portraits'), listPictures('small')];
  const passwordHash = await credentials.hashPassword(DEMO_PASSWORD, 'known');
  const entries = DEMO_PEOPLE.map(async ({ key, fullName, bio }) => {
    const { _id } = await store.createUser({ fullName, email: emailOf(key), passwordHash, bio });
    const portrait = portraits.get(key);
    if (portrait !== undefined) {
      const picture = await pictures.save(await readPicture(portrait));
      await store.updateProfile(_id, { fullName, bio, picture });
      // As the browser of each person would have made it.
      const { id: smallId } = await pictures.save(await readPicture(get(small, key)));
      await store.setSmallPicture(_id, { pictureId: picture.id, smallId });
    }
    return [key, _id] as const;
  });
  return new Map(await Promise.all(entries));
}

/** Many calls at once, so that they share a commit; the store keeps the order of the calls. */
async function storeMessages(
  messages: readonly PlannedMessage[],
  ids: ReadonlyMap<string, string>,
  { store, pictures, setTime }: DemoPorts,
): Promise<StoredDemo[]> {
  const scenes = listPictures('scenes');
  const saved = await Promise.all(
    messages.map(async ({ content }) =>
      'picture' in content
        ? { picture: await pictures.save(await readPicture(get(scenes, content.picture))) }
        : {},
    ),
  );
  const storing: Promise<StoredDemo>[] = [];
  for (const [index, { content, at, state, reaction, ...message }] of messages.entries()) {
    const { firstText, repliesTo } = message;
    const target = repliesTo && (await Promise.all(storing)).findLast(hasText(repliesTo));
    const senderId = get(ids, message.from);
    setTime(at);
    const appending = store.appendMessage({
      senderId,
      receiverId: get(ids, message.to),
      ...('text' in content && { text: firstText ?? content.text }),
      ...saved[index],
      ...(target && { quote: { forSender: toQuote(target), forReceiver: toQuote(target) } }),
    });
    storing.push(
      appending.then((result) => {
        if (result.kind === 'stored') return { ...result.message, state, reaction };
        throw new Error(`A message of the demo was not stored: ${result.kind}.`);
      }),
    );
    const original = firstText && (await Promise.all(storing)).at(-1);
    if (!original || !('text' in content)) continue;
    setTime(at + MINUTE / 2);
    const edit = { kind: 'edit', text: content.text, version: 0 } as const;
    await change(store, senderId, original._id, edit);
  }
  return Promise.all(storing);
}

async function change(store: Store, personId: string, messageId: string, asked: Change) {
  const { kind } = await store.changeMessage({ personId, messageId, change: asked });
  if (kind !== 'changed') throw new Error(`A message of the demo was not changed: ${kind}.`);
}

const hasText = (wanted: string) => (message: StoredMessage) => message.text === wanted;

const toQuote = ({ _id, senderId, text }: StoredMessage) => ({
  _id,
  senderId,
  ...(text !== undefined && { text }),
});

function listPictures(folder: 'portraits' | 'small' | 'scenes'): ReadonlyMap<string, string> {
  const path = join(import.meta.dirname, 'pictures', folder);
  return new Map(readdirSync(path).map((file) => [parse(file).name, join(path, file)]));
}

async function readPicture(file: string) {
  const type = file.endsWith('.png') ? 'image/png' : 'image/jpeg';
  return acceptPicture(`data:${type};base64,${await readFile(file, 'base64')}`, PICTURE_LIMITS);
}

function get(values: ReadonlyMap<string, string>, key: string): string {
  const value = values.get(key);
  if (value === undefined) throw new Error(`The demo has no ${key}.`);
  return value;
}
