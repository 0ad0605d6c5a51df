/**
 * The effect of each event (spec section 7 and the features): a patch of the cache and, if the specification says so, a
 * change of a store. Payloads may come from any backend: an invalid one changes nothing.
 */
import { notifyManager, type QueryClient } from '@tanstack/react-query';
import { locatePicture } from '../api/address.ts';
import { toMessage, toNewMessage } from '../api/messages.ts';
import { noteAnnounced } from '../backend/announced.ts';
import { getEpoch, hasFeature } from '../backend/connection.ts';
import { withCause, writeData } from '../cache/write.ts';
import { isAttended } from '../conversation/attention.ts';
import { receiveChange } from '../conversation/changes.ts';
import { getConversation, receiveMessage, receiveReceipt } from '../conversation/conversation.ts';
import { noteTurn } from '../conversation/feed.ts';
import { noteArrivals } from '../conversation/seen.ts';
import {
  addUser,
  noteBlocked,
  noteLastSeen,
  noteNamed,
  updatePreview,
  updateUser,
} from '../people/change-users.ts';
import { applyPresence, replaceOnline } from '../people/patches.ts';
import { getUser, getUsers, scheduleUsersRefetch, userQueries } from '../people/users.ts';
import type { MessageId, MessagePreview, OwnUser, UserId } from '../protocol/entities.ts';
import type { Arrival, ConnectionEvents, ServerToClientEvents } from '../protocol/events.ts';
import { authQueries } from '../session/auth.ts';
import { noteArrival } from '../stores/message-events.ts';
import { setNewDevice } from '../stores/new-device.ts';
import { receiveMutes } from '../stores/people-settings.ts';
import { getSelectedUserId } from '../stores/selection.ts';
import { incrementUnseen, resetUnseen } from '../stores/unseen.ts';

/** An event of the socket. */
export interface ServerEvent {
  name: string;
  payload: readonly unknown[];
}

export interface HandlerContext {
  queryClient: QueryClient;
  meId: UserId;
  typing: { show(userId: UserId): void; hide(userId: UserId): void };
  /** Reports these messages as delivered (feature `receipts`). */
  reportDelivered(peerId: UserId, upTo: MessageId): void;
  /** The newest message from each person since this page was loaded. */
  newestFrom: Map<UserId, MessageId>;
  /** The latest messages from anybody. */
  heard: Set<MessageId>;
}

/** A repeat arrives soon, if at all. */
const MAX_HEARD = 1_000;

type Handlers = {
  [Event in Exclude<keyof ServerToClientEvents, keyof ConnectionEvents>]: (
    context: HandlerContext,
    ...payload: Parameters<ServerToClientEvents[Event]>
  ) => void;
};

const handlers: Handlers = {
  hello({ queryClient }, { features, epoch }) {
    if (!Array.isArray(features)) return;
    noteAnnounced(queryClient, features, epoch);
  },

  getOnlineUsers({ queryClient, meId }, userIds) {
    if (!Array.isArray(userIds)) return;
    const key = userQueries.online().queryKey;
    const before = queryClient.getQueryData(key);
    const online = replaceOnline(before, userIds.filter(isId));
    if (online === before) return;
    writeData(queryClient, key, online);
    // With single changes, the list matters only if it names somebody new.
    if (!hasFeature(queryClient, 'presence')) scheduleUsersRefetch(queryClient);
    else
      noteNamed(
        queryClient,
        userIds.filter((id) => isId(id) && id !== meId),
      );
  },

  presence({ queryClient, meId }, sent) {
    if (!Array.isArray(sent)) return;
    const changes = sent.filter((change) => isId(change?.userId));
    // Before the whole list has arrived, single changes say nothing about all others.
    writeData(
      queryClient,
      userQueries.online().queryKey,
      (before) => before && applyPresence(before, changes),
    );
    const named = changes.map(({ userId }) => userId);
    noteNamed(
      queryClient,
      named.filter((id) => id !== meId),
    );
    noteLastSeen(queryClient, changes);
  },

  newMessage(context, sent) {
    const message = toNewMessage(sent);
    if (!message) return;
    const { queryClient, meId, typing, reportDelivered, newestFrom, heard } = context;
    const peerId = message.senderId;
    if (peerId === meId) {
      // A backend that echoes own messages; they are never unseen.
      if (message.receiverId) takeIn(context, message.receiverId, message);
      return;
    }
    typing.hide(peerId);
    const isListed = message._id <= (findPreview(context, peerId)?._id ?? '');
    takeIn(context, peerId, message);
    // A repeat must not count again.
    if (heard.has(message._id)) return;
    noteHeard(heard, message._id);
    newestFrom.set(peerId, message._id);
    reportDelivered(peerId, message._id);
    // In the open conversation it is marked as seen, or counted, after the whole batch.
    const isOpen = getSelectedUserId() === peerId && getConversation(queryClient, peerId);
    const { turn } = message;
    const isCounted =
      turn !== undefined && !noteTurn(queryClient, peerId, turn, getEpoch(queryClient));
    if (!isOpen && !isAttended(peerId) && !isCounted) {
      // The list already shows this message, so its count probably includes it: fetch, and do not count it twice.
      if (isListed || !incrementUnseen(peerId).isExact) scheduleUsersRefetch(queryClient);
    }
    noteArrival(message);
  },

  messageSent(context, sent) {
    const message = toMessage(sent);
    if (message?.receiverId) takeIn(context, message.receiverId, message);
  },

  messageChanged({ queryClient }, change) {
    const message = isId(change.userId) && toMessage(change.message);
    if (message) receiveChange(queryClient, { ...change, message });
  },

  seenElsewhere(context, { userId, from, upTo }) {
    if (![userId, from, upTo].every(isId)) return;
    const { queryClient, newestFrom } = context;
    receiveReceipt(queryClient, userId, { senderId: userId, state: 'seen', from, upTo });
    const listed = findPreview(context, userId);
    // A person who sees a message has also seen all before it.
    const newest = newestFrom.get(userId) ?? (listed?.senderId === userId ? listed._id : undefined);
    if (newest !== undefined && newest > upTo) return scheduleUsersRefetch(queryClient);
    resetUnseen(userId);
  },

  blockChanged({ queryClient, typing }, { userId, blocked }) {
    if (!isId(userId)) return;
    if (blocked) typing.hide(userId);
    noteBlocked(queryClient, userId, blocked === true);
  },

  mutesChanged(_context, { mutes }) {
    if (Array.isArray(mutes)) receiveMutes(mutes);
  },

  privacyChanged({ queryClient }, { hides }) {
    if (!Array.isArray(hides)) return;
    changeMe(queryClient, { hides });
    scheduleUsersRefetch(queryClient);
  },

  newDevice(_context, { client }) {
    if (typeof client === 'string') setNewDevice({ client });
  },

  profileChanged({ queryClient, meId, typing }, user) {
    const { _id, fullName, bio, profilePic = '', deleted } = user;
    if (!isId(_id) || typeof fullName !== 'string' || typeof bio !== 'string') return;
    const profile = {
      fullName,
      bio,
      profilePic: import.meta.env.PUBLIC_API_URL ? locatePicture(profilePic) : profilePic,
      ...(deleted === true && { deleted }),
      locked: user.locked === true,
      hidesPresence: user.hidesPresence === true,
    };
    if (deleted || profile.locked) typing.hide(_id);
    if (_id === meId) {
      changeMe(queryClient, profile);
    } else if (getUser(queryClient, _id)) {
      updateUser(queryClient, _id, profile);
    } else if (!hasFeature(queryClient, 'newcomers')) {
      scheduleUsersRefetch(queryClient);
    } else if (!deleted) {
      addUser(queryClient, { _id, ...profile });
    }
  },

  delivered({ queryClient, meId }, { userId, from, upTo }) {
    if (![userId, from, upTo].every(isId)) return;
    receiveReceipt(queryClient, userId, { senderId: meId, state: 'delivered', from, upTo });
  },

  seen({ queryClient, meId }, { userId, from, upTo }) {
    if (![userId, from, upTo].every(isId)) return;
    receiveReceipt(queryClient, userId, { senderId: meId, state: 'seen', from, upTo });
  },

  typing({ typing }, { userId }) {
    if (isId(userId)) typing.show(userId);
  },
};

/** Handles an event; ignores unknown ones. */
export function handleEvent(
  context: HandlerContext,
  event: string,
  payload: readonly unknown[],
): void {
  if (!Object.hasOwn(handlers, event) || typeof payload[0] !== 'object' || !payload[0]) return;
  Reflect.apply(Reflect.get(handlers, event), undefined, [context, ...payload]);
}

/** Handles a batch of events in order: observers of the cache are notified once. */
export function handleEvents(context: HandlerContext, events: readonly ServerEvent[]): void {
  notifyManager.batch(() => {
    for (const event of events) {
      try {
        withCause({ kind: 'event', ...event }, () =>
          handleEvent(context, event.name, event.payload),
        );
      } catch (error) {
        // An error in one event must not affect the others.
        reportError(error);
      }
    }
    noteArrivals(context.queryClient);
  });
}

function takeIn({ queryClient }: HandlerContext, peerId: UserId, message: Arrival): void {
  receiveMessage(queryClient, peerId, message, getEpoch(queryClient));
  if (hasFeature(queryClient, 'listExtras')) updatePreview(queryClient, peerId, message);
  if (getUsers(queryClient) && !getUser(queryClient, peerId)) scheduleUsersRefetch(queryClient);
}

function changeMe(queryClient: QueryClient, change: Partial<OwnUser>): void {
  writeData(queryClient, authQueries.me().queryKey, (me) => me && { ...me, ...change });
}

/** The newest message with a person in the list; with this feature, ids sort by creation. */
function findPreview({ queryClient }: HandlerContext, peerId: UserId): MessagePreview | undefined {
  if (!hasFeature(queryClient, 'listExtras')) return undefined;
  return getUser(queryClient, peerId)?.lastMessage;
}

function noteHeard(heard: Set<MessageId>, id: MessageId): void {
  heard.add(id);
  const [oldest] = heard;
  if (heard.size > MAX_HEARD && oldest !== undefined) heard.delete(oldest);
}

const isId = (id: unknown): id is UserId => typeof id === 'string';
