/** Writes a plan through the ports of the domain, as the years would have done. */
import type { Credentials } from '../domain/ports/credentials.ts';
import type { MessageStore, StoredMessage } from '../domain/ports/messages.ts';
import type { PictureStore, StoredPicture } from '../domain/ports/pictures.ts';
import type { UserStore } from '../domain/ports/users.ts';
import { drawPortrait } from './drawing/portrait.ts';
import { drawScene, type Scene } from './drawing/scenery.ts';
import { LOOKS } from './looks.ts';
import { DEMO_PASSWORD, DEMO_PEOPLE, emailOf, type PersonKey } from './people.ts';
import type { DemoPlan } from './plan/plan.ts';
import type { PlannedMessage } from './plan/planned-message.ts';
import { type NewPicture, renderDrawing } from './render.ts';

interface DemoPorts {
  store: UserStore & MessageStore;
  pictures: PictureStore;
  credentials: Credentials;
  /** Sets the clock of `store`. */
  setTime(now: number): void;
}

type Ids = ReadonlyMap<PersonKey, string>;

const PORTRAIT_WIDTH = 400;
const SCENE_WIDTH = 800;

export async function storeDemo(plan: DemoPlan, ports: DemoPorts): Promise<void> {
  const [first] = plan.messages;
  ports.setTime(first?.at ?? 0);
  const [ids, pictures] = await Promise.all([storePeople(ports), storePictures(plan, ports)]);
  const stored = await storeMessages(plan.messages, ids, pictures, ports);
  await markReceipts(plan.messages, stored, ports.store);
  await Promise.all(
    [...plan.lastSeen].map(([key, at]) => ports.store.setLastSeen(idOf(ids, key), at)),
  );
}

async function storePeople({ store, pictures, credentials }: DemoPorts): Promise<Ids> {
  const entries = DEMO_PEOPLE.map(async ({ key, fullName, bio }) => {
    const look = LOOKS[key];
    const passwordHash = await credentials.hashPassword(DEMO_PASSWORD, 'known');
    const { _id } = await store.createUser({ fullName, email: emailOf(key), passwordHash, bio });
    if (look) {
      const picture = await pictures.save(await renderDrawing(drawPortrait(look), PORTRAIT_WIDTH));
      await store.updateProfile(_id, { fullName, bio, picture });
    }
    return [key, _id] as const;
  });
  return new Map(await Promise.all(entries));
}

/** Each message gets its own picture; the same scene is drawn only once. */
async function storePictures(
  { messages }: DemoPlan,
  { pictures }: DemoPorts,
): Promise<ReadonlyMap<PlannedMessage, StoredPicture>> {
  const drawn = new Map<string, Promise<NewPicture>>();
  const draw = (scene: Scene) => {
    const name = `${scene.kind} ${scene.variant}`;
    const picture = drawn.get(name) ?? renderDrawing(drawScene(scene), SCENE_WIDTH);
    drawn.set(name, picture);
    return picture;
  };
  const entries = messages.map(async (message) => {
    if (!('picture' in message.content)) return [];
    return [[message, await pictures.save(await draw(message.content.picture))] as const];
  });
  return new Map((await Promise.all(entries)).flat());
}

/** All at once, so that many share a commit; the store keeps the order of the calls. */
async function storeMessages(
  messages: readonly PlannedMessage[],
  ids: Ids,
  pictures: ReadonlyMap<PlannedMessage, StoredPicture>,
  { store, setTime }: DemoPorts,
): Promise<StoredMessage[]> {
  const results = messages.map((message) => {
    setTime(message.at);
    const picture = pictures.get(message);
    return store.appendMessage({
      senderId: idOf(ids, message.from),
      receiverId: idOf(ids, message.to),
      ...('text' in message.content && { text: message.content.text }),
      ...(picture && { picture }),
    });
  });
  return (await Promise.all(results)).map((result) => {
    if (result.kind !== 'stored')
      throw new Error(`A message of the demo was not stored: ${result.kind}.`);
    return result.message;
  });
}

/** The last message with this state marks all before it. */
async function markReceipts(
  messages: readonly PlannedMessage[],
  stored: readonly StoredMessage[],
  store: MessageStore,
): Promise<void> {
  const seen = new Map<string, StoredMessage>();
  const delivered = new Map<string, StoredMessage>();
  for (const [index, { from, to, state }] of messages.entries()) {
    const message = stored[index];
    if (!message || state === 'sent') continue;
    (state === 'seen' ? seen : delivered).set(`${from} ${to}`, message);
  }
  await Promise.all([
    ...[...seen.values()].map(({ receiverId, senderId, _id }) =>
      store.markConversationSeen(receiverId, senderId, _id),
    ),
    ...[...delivered.values()].map(({ receiverId, senderId, _id }) =>
      store.markDelivered(receiverId, senderId, _id),
    ),
  ]);
}

function idOf(ids: Ids, key: PersonKey): string {
  const id = ids.get(key);
  if (id === undefined) throw new Error(`${key} has no account in the demo.`);
  return id;
}
