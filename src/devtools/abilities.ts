/** The announced features as abilities of the app: the query `['realtime','abilities']`. */
import type { QueryClient } from '@tanstack/react-query';
import { type Features, getFeatures, realtimeQueries } from '../backend/connection.ts';
import { pushedQuery } from '../backend/pushed.ts';
import { writeData } from '../cache/write.ts';
import { FEATURES, type Feature } from '../protocol/events.ts';

interface Ability {
  name: string;
  /** What happens without the feature; undefined: its controls are hidden. */
  without?: string;
}

const ABILITIES: Record<Feature, Ability> = {
  idempotency: {
    name: 'a message is sent again after a lost answer',
    without: 'the conversation is searched for it first',
  },
  paging: { name: 'histories load by pages', without: 'they load whole' },
  peek: { name: 'conversations are prefetched', without: 'they load when they are opened' },
  seenTo: { name: 'what is read is told in one call', without: 'in one for each message' },
  ownDevices: {
    name: 'all windows of one person agree',
    without: 'those of one browser agree',
  },
  presence: { name: 'presence by single changes', without: 'the whole list at every change' },
  newcomers: { name: 'newcomers by an event', without: 'the list is loaded again' },
  receipts: { name: 'delivered and seen, live', without: 'seen as of the last reading' },
  typing: { name: 'typing is shown' },
  listExtras: { name: 'previews, the latest first', without: 'the order of the server' },
  logout: { name: 'signing out ends the session on the server', without: 'here alone' },
  password: { name: 'changing the password' },
  sessions: { name: 'the list of sessions' },
  endOtherSessions: { name: 'logging out all other devices at once', without: 'one by one' },
  removePicture: { name: 'removing the profile picture' },
  deleteAccount: { name: 'deleting the account' },
  pictureDay: { name: 'how many pictures may still be sent today' },
  block: { name: 'blocking people' },
  pictures: { name: 'pictures of a conversation by pages', without: 'those in what is loaded' },
  privacy: { name: 'hiding receipts, typing and presence' },
  search: { name: 'search in all of a conversation', without: 'in what is loaded' },
  pulse: { name: 'noticing a dead connection', without: 'within a minute' },
  changes: {
    name: 'changes that were missed are told one by one',
    without: 'pages are loaded again',
  },
  edit: { name: 'editing messages' },
  deleteMessages: { name: 'deleting messages' },
  react: { name: 'reacting to messages' },
  reply: { name: 'replying to messages' },
  forward: { name: 'forwarding messages' },
};

type Abilities = Readonly<Record<string, string>>;

export const abilitiesQuery = () => pushedQuery<Abilities>(['realtime', 'abilities'], () => ({}));

export function followAbilities(queryClient: QueryClient): () => void {
  let described: Features | undefined;
  function update(): void {
    const features = getFeatures(queryClient);
    if (features === described) return;
    described = features;
    writeData(queryClient, abilitiesQuery().queryKey, describeAbilities(features));
  }
  update();
  const [root, part] = realtimeQueries.features().queryKey;
  return queryClient.getQueryCache().subscribe(({ query }) => {
    if (query.queryKey[0] === root && query.queryKey[1] === part) update();
  });
}

/** Null: the server may still announce its features. */
export function describeAbilities(features: Features): Abilities {
  const entries = FEATURES.map((feature) => {
    const { name, without } = ABILITIES[feature];
    if (!features) return [name, 'not known yet'];
    if (features.has(feature)) return [name, 'live'];
    return [name, without === undefined ? 'off' : `degraded: ${without}`];
  });
  return Object.fromEntries(entries);
}
