/**
 * Announces messages that arrive while the person does not look: a notification and a soft sound, from one window of
 * the browser. Never for a conversation that is being read in any window, or for a muted person.
 */
import type { QueryClient } from '@tanstack/react-query';
import { findUser } from '../people/patches.ts';
import { getUsers, userQueries } from '../people/users.ts';
import type { Message, MessageId, User, UserId } from '../protocol/entities.ts';
import { cutPreview } from '../protocol/text.ts';
import { texts } from '../service-worker/texts.ts';
import { subscribeAttention } from '../stores/attention.ts';
import { subscribeArrivals, subscribeDeletions } from '../stores/message-events.ts';
import { getPreference } from '../stores/preferences.ts';
import { getSelectedUserId } from '../stores/selection.ts';
import { getUnseenCount, subscribeUnseen } from '../stores/unseen.ts';
import {
  closeNotifications,
  type HandlePress,
  readPermission,
  showNotification,
  subscribePresses,
} from './desktop.ts';
import { isMuted } from './mute-list.ts';
import { playSound } from './sound.ts';
import { isReadSomewhere, shareReading, standForSpeaker } from './windows.ts';

interface Options {
  queryClient: QueryClient;
  accountId: UserId;
  onPress: HandlePress;
}

/** Returns a function that stops it. */
export function announceMessages({ queryClient, accountId, onPress }: Options): () => void {
  const life = new AbortController();
  const { signal } = life;
  const isSpeaker = standForSpeaker('notifications', signal);
  let isSounder: (() => boolean) | undefined;
  /** A deletion may come before the notification is shown. */
  const deleted = new Set<MessageId>();
  // Only a window that the person has used may play a sound.
  const handleActivity = () => {
    isSounder ??= standForSpeaker('sound', signal);
  };
  if (navigator.userActivation?.hasBeenActive) handleActivity();
  for (const name of ['pointerdown', 'keydown']) {
    window.addEventListener(name, handleActivity, { signal, capture: true });
  }
  shareReading(accountId, signal);

  async function handleArrival(message: Message): Promise<void> {
    const { _id, senderId } = message;
    if (isMuted(senderId) || (await isReadSomewhere(accountId, senderId))) return;
    if (signal.aborted) return;
    if (getPreference('hasSound') && isSounder?.()) void playSound();
    const isWanted = getPreference('hasNotifications') && readPermission() === 'granted';
    if (!isWanted || !isSpeaker()) return;
    const sender = isNameShown() ? await findSender(queryClient, senderId) : undefined;
    if (signal.aborted || deleted.has(_id)) return;
    showNotification(
      {
        userId: senderId,
        messageId: _id,
        title: texts.title(sender?.fullName ?? texts.unknownSender, getUnseenCount(senderId)),
        body: describe(message),
        icon: sender?.smallPic || undefined,
      },
      onPress,
    );
  }

  const stops = [
    subscribeArrivals((message) => void handleArrival(message)),
    subscribePresses(onPress),
    subscribeAttention(() => {
      const openId = getSelectedUserId();
      if (openId !== null) void closeNotifications(({ userId }) => userId === openId);
    }),
    // On the screen of the device it would still be read.
    subscribeDeletions(({ messageId }) => {
      deleted.add(messageId);
      void closeNotifications((one) => one.messageId === messageId);
    }),
    // Seen here or elsewhere: nothing is left to announce.
    subscribeUnseen((counts, before) => {
      const seen = [...before.keys()].filter((userId) => !counts.has(userId));
      if (seen.length > 0) void closeNotifications(({ userId = '' }) => seen.includes(userId));
    }),
  ];
  // A list that did not load is asked for by the person, or when the connection is back.
  if (queryClient.getQueryState(userQueries.list().queryKey)?.status !== 'error') {
    void queryClient
      .query(userQueries.list())
      // Seen on another device meanwhile.
      .then(() => closeNotifications(({ userId }) => userId !== undefined && isSeen(userId)))
      // Without the list nothing is known of them.
      .catch(() => undefined);
  }
  return () => {
    for (const stop of stops) stop();
    life.abort();
    void closeNotifications(() => true);
  };
}

/** On the profile page the list may not be fetched yet, or be in progress. */
async function findSender(queryClient: QueryClient, userId: UserId): Promise<User | undefined> {
  const known = getUsers(queryClient);
  const users = known ?? (await queryClient.query(userQueries.list()).catch(() => []));
  return findUser(users, userId);
}

const isSeen = (userId: UserId) => getUnseenCount(userId) === 0;

const isNameShown = () => getPreference('notificationDetail') !== 'nothing';

function describe({ text }: Message): string {
  if (getPreference('notificationDetail') !== 'everything') return texts.newMessage;
  return text === undefined ? texts.picture : cutPreview(text);
}
