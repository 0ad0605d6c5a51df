/**
 * The effect of each event (spec section 7 and the features): a patch of the cache and, if the specification says so, a
 * change of a store. Payloads may come from any backend: an invalid one changes nothing.
 */

import type { QueryClient } from '@tanstack/react-query';
import { locatePicture } from '../api/address.ts';
import { toMessage, toNewMessage } from '../api/messages.ts';
import { getEpoch, isExtended, setFeatures } from '../backend/connection.ts';
import { writeData } from '../cache/write.ts';
import { receiveChange } from '../conversation/changes.ts';
import { getConversation, receiveMessage, receiveReceipt } from '../conversation/conversation.ts';
import { recordVersion } from '../conversation/feed.ts';
import {
  addUser,
  fetchStrangersLater,
  recordBlocked,
  recordLastSeen,
  updatePreview,
  updateUser,
} from '../people/change-users.ts';
import { applyPresence, replaceOnline } from '../people/patches.ts';
import { getUser, getUsers, scheduleUsersRefetch, userQueries } from '../people/users.ts';
import type { MessageId, MessagePreview, OwnUser, UserId } from '../protocol/entities.ts';
import type { ConnectionEvents, ServerToClientEvents } from '../protocol/events.ts';
import { authQueries } from '../session/auth.ts';
import { isAttended } from '../stores/attention.ts';
import { publishArrival } from '../stores/message-events.ts';
import { setNewDevice } from '../stores/new-device.ts';
import { receiveMutes } from '../stores/people-settings.ts';
import { getSelectedUserId } from '../stores/selection.ts';
import { incrementUnseen, resetUnseen } from '../stores/unseen.ts';

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

type Handled = Exclude<keyof ServerToClientEvents, keyof ConnectionEvents>;
type Payload<Event extends Handled> = Parameters<ServerToClientEvents[Event]>[0];
type HandledEvent = { [Event in Handled]: { name: Event; payload: [Payload<Event>] } }[Handled];

/** Handles an event; ignores unknown ones. */
export function handleEvent(context: HandlerContext, event: ServerEvent) {
  if (!hasPayload(event)) return undefined;
  switch (event.name) {
    case 'hello':
      return handleHello(context, event.payload[0]);
    case 'getOnlineUsers':
      return handleOnlineUsers(context, event.payload[0]);
    case 'presence':
      return handlePresence(context, event.payload[0]);
    case 'newMessage':
    case 'messageSent':
      return handleNewMessage(context, event.payload[0]);
    case 'messageChanged':
      return handleMessageChanged(context, event.payload[0]);
    case 'seenElsewhere':
      return handleSeenElsewhere(context, event.payload[0]);
    case 'blockChanged':
      return handleBlockChanged(context, event.payload[0]);
    case 'mutesChanged':
      return handleMutes(event.payload[0]);
    case 'newDevice':
      return handleNewDevice(event.payload[0]);
    case 'emailChanged':
      return handleEmailChanged(context, event.payload[0]);
    case 'privacyChanged':
      return handlePrivacyChanged(context, event.payload[0]);
    case 'profileChanged':
      return handleProfileChanged(context, event.payload[0]);
    case 'delivered':
      return handleReceipt(context, 'delivered', event.payload[0]);
    case 'seen':
      return handleReceipt(context, 'seen', event.payload[0]);
    case 'typing':
      return handleTyping(context, event.payload[0]);
    default:
      return undefined;
  }
}

/** Assumes the types of the protocol: each handler checks what it uses, and an unknown name matches no case. */
const hasPayload = (event: ServerEvent): event is ServerEvent & HandledEvent =>
  typeof event.payload[0] === 'object' && event.payload[0] !== null;

function handleHello({ queryClient }: HandlerContext, { features, epoch }: Payload<'hello'>): void {
  if (!Array.isArray(features)) return;
  setFeatures(queryClient, features, epoch);
}

function handleOnlineUsers(
  { queryClient, meId }: HandlerContext,
  userIds: Payload<'getOnlineUsers'>,
): void {
  if (!Array.isArray(userIds)) return;
  const key = userQueries.online().queryKey;
  const before = queryClient.getQueryData(key);
  const online = replaceOnline(before, userIds.filter(isId));
  if (online === before) return;
  writeData(queryClient, key, online);
  // An extended server sends each change: its list matters only if it names somebody new.
  if (!isExtended(queryClient)) scheduleUsersRefetch(queryClient);
  else
    fetchStrangersLater(
      queryClient,
      userIds.filter((id) => isId(id) && id !== meId),
    );
}

function handlePresence(
  { queryClient, meId, typing }: HandlerContext,
  sent: Payload<'presence'>,
): void {
  if (!Array.isArray(sent)) return;
  const changes = sent.filter((change) => isId(change?.userId));
  for (const { userId, online } of changes) if (!online) typing.hide(userId);
  // Before the whole list has arrived, single changes say nothing about all others.
  writeData(
    queryClient,
    userQueries.online().queryKey,
    (before) => before && applyPresence(before, changes),
  );
  const named = changes.map(({ userId }) => userId);
  fetchStrangersLater(
    queryClient,
    named.filter((id) => id !== meId),
  );
  recordLastSeen(queryClient, changes);
}

/** Handles a message of somebody else, or one of this person, from another window or an echo of the server. */
function handleNewMessage(
  context: HandlerContext,
  sent: Payload<'newMessage' | 'messageSent'>,
): void {
  const message = toNewMessage(sent);
  const { queryClient, meId, typing, reportDelivered, newestFrom, heard } = context;
  const isOwn = message?.senderId === meId;
  const peerId = isOwn ? message.receiverId : message?.senderId;
  if (!message || peerId === undefined) return;
  if (!isOwn) typing.hide(peerId);
  const isListed = message._id <= (findPreview(context, peerId)?._id ?? '');
  receiveMessage(queryClient, peerId, message, getEpoch(queryClient));
  updatePreview(queryClient, peerId, message);
  if (getUsers(queryClient) && !getUser(queryClient, peerId)) scheduleUsersRefetch(queryClient);
  if (isOwn) return;
  // A repeat must not count again.
  if (heard.has(message._id)) return;
  recordHeard(heard, message._id);
  newestFrom.set(peerId, message._id);
  reportDelivered(peerId, message._id);
  // A message in the open conversation is marked as seen, or counted, after the whole batch.
  const isOpen = getSelectedUserId() === peerId && getConversation(queryClient, peerId);
  const { summaryVersion } = message;
  const isCounted =
    summaryVersion !== undefined &&
    !recordVersion(queryClient, peerId, summaryVersion, getEpoch(queryClient));
  if (!isOpen && !isAttended(peerId) && !isCounted) {
    // The list already shows this message, so its count probably includes it: fetch, and do not count it twice.
    if (isListed || !incrementUnseen(peerId).isExact) scheduleUsersRefetch(queryClient);
  }
  publishArrival(message);
}

function handleMessageChanged(
  { queryClient }: HandlerContext,
  change: Payload<'messageChanged'>,
): void {
  const message = isId(change.userId) && toMessage(change.message);
  if (message) receiveChange(queryClient, { ...change, message });
}

function handleSeenElsewhere(
  context: HandlerContext,
  { userId, from, upTo }: Payload<'seenElsewhere'>,
): void {
  if (![userId, from, upTo].every(isId)) return;
  const { queryClient, newestFrom } = context;
  receiveReceipt(queryClient, userId, { senderId: userId, state: 'seen', from, upTo });
  const listed = findPreview(context, userId);
  // A person who sees a message has also seen all before it.
  const newest = newestFrom.get(userId) ?? (listed?.senderId === userId ? listed._id : undefined);
  if (newest !== undefined && newest > upTo) scheduleUsersRefetch(queryClient);
  else resetUnseen(userId);
}

function handleBlockChanged(
  { queryClient, typing }: HandlerContext,
  { userId, blocked }: Payload<'blockChanged'>,
): void {
  if (!isId(userId)) return;
  if (blocked) typing.hide(userId);
  recordBlocked(queryClient, userId, blocked === true);
}

function handleMutes({ mutes }: Payload<'mutesChanged'>): void {
  if (Array.isArray(mutes)) receiveMutes(mutes);
}

function handleNewDevice({ client }: Payload<'newDevice'>): void {
  if (typeof client === 'string') setNewDevice({ client });
}

function handleEmailChanged(
  { queryClient }: HandlerContext,
  { email }: Payload<'emailChanged'>,
): void {
  if (typeof email === 'string') changeMe(queryClient, { email });
}

function handlePrivacyChanged(
  { queryClient }: HandlerContext,
  { hides }: Payload<'privacyChanged'>,
): void {
  if (!Array.isArray(hides)) return;
  changeMe(queryClient, { hides });
  scheduleUsersRefetch(queryClient);
}

function handleProfileChanged(
  { queryClient, meId, typing }: HandlerContext,
  user: Payload<'profileChanged'>,
): void {
  const { _id, fullName, bio, profilePic = '', smallPic = '', deleted } = user;
  const locate = import.meta.env.PUBLIC_API_URL ? locatePicture : String;
  if (!isId(_id) || typeof fullName !== 'string' || typeof bio !== 'string') return;
  const profile = {
    fullName,
    bio,
    profilePic: locate(profilePic),
    smallPic: locate(smallPic),
    ...(deleted === true && { deleted }),
    locked: user.locked === true,
    hidesPresence: user.hidesPresence === true,
  };
  if (deleted || profile.locked) typing.hide(_id);
  if (_id === meId) {
    changeMe(queryClient, profile);
  } else if (getUser(queryClient, _id)) {
    updateUser(queryClient, _id, profile);
  } else if (!deleted) {
    addUser(queryClient, { _id, ...profile });
  }
}

function handleReceipt(
  { queryClient, meId }: HandlerContext,
  state: 'delivered' | 'seen',
  { userId, from, upTo }: Payload<'delivered'>,
): void {
  if (![userId, from, upTo].every(isId)) return;
  receiveReceipt(queryClient, userId, { senderId: meId, state, from, upTo });
}

function handleTyping({ typing }: HandlerContext, { userId }: Payload<'typing'>): void {
  if (isId(userId)) typing.show(userId);
}

function changeMe(queryClient: QueryClient, change: Partial<OwnUser>): void {
  writeData(queryClient, authQueries.me().queryKey, (me) => me && { ...me, ...change });
}

/** The newest message with a person in the list; an extended server's ids sort by creation. */
const findPreview = ({ queryClient }: HandlerContext, peerId: UserId): MessagePreview | undefined =>
  getUser(queryClient, peerId)?.lastMessage;

function recordHeard(heard: Set<MessageId>, id: MessageId): void {
  heard.add(id);
  const [oldest] = heard;
  if (heard.size > MAX_HEARD && oldest !== undefined) heard.delete(oldest);
}

const isId = (id: unknown): id is UserId => typeof id === 'string';
