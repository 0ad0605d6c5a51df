import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useConnection, useHasFeature } from '../../backend/connection.ts';
import { announceMessages } from '../../notifications/announce-messages.ts';
import type { HandlePress } from '../../notifications/desktop.ts';
import { showCountOnIcon } from '../../notifications/favicon.ts';
import { markRead } from '../../notifications/mark-read.ts';
import { followMutes, isMuted, readMutes } from '../../notifications/mute-list.ts';
import { keepPush } from '../../notifications/push.ts';
import { getUser, userQueries } from '../../people/users.ts';
import type { UserId } from '../../protocol/entities.ts';
import { useMe } from '../../session/auth.ts';
import { subscribeArrivals } from '../../stores/message-events.ts';
import { askToWrite } from '../../stores/opened.ts';
import { setFlagged } from '../../stores/people-settings.ts';
import { getSelectedUserId, useSelectedUserId } from '../../stores/selection.ts';
import { subscribeSession } from '../../stores/session.ts';
import { useUnseenTotal } from '../../stores/unseen.ts';
import { announce, silence } from '../../ui/announcer.ts';
import { retryBrokenPictures } from '../../ui/broken-picture.ts';
import { setTitleCount } from '../../ui/document-title.ts';
import { notify } from '../../ui/notify.ts';
import { InviteDialog } from '../chat/people/invite.tsx';
import { toAddress } from '../conversation-address.ts';
import { openConversation } from '../history-entries.ts';
import { LogOutQuestion } from './log-out-question.tsx';
import { NewDeviceNotice } from './new-device-notice.tsx';
import { NotificationOffer } from './notification-offer.tsx';
import { OfferCorner, UpdateOffer } from './offer.tsx';
import { ShortcutSheet } from './shortcut-sheet.tsx';
import { texts } from './texts.ts';
import { useAppearance } from './use-appearance.ts';

/** What runs beside every signed-in screen: announcements of messages, offers, shortcuts. */
export function Overlays() {
  useAppearance();
  useArrivalAnnouncements();
  useForgetting();
  useConnectionBack();
  useNewcomers();
  useClearUnread();
  return (
    <>
      <UnseenCount />
      <Notifying />
      <OfferCorner>
        <NewDeviceNotice />
        <NotificationOffer />
        <UpdateOffer />
      </OfferCorner>
      <ShortcutSheet />
      <InviteDialog />
      <LogOutQuestion />
    </>
  );
}

/** Says once who has signed up since the list was last seen: otherwise only a row appears. */
function useNewcomers(): void {
  const { data: users } = useQuery({ ...userQueries.list(), enabled: false });
  const known = useRef<ReadonlySet<UserId>>(null);
  useEffect(() => {
    if (!users) return;
    const before = known.current;
    known.current = new Set(users.map(({ _id }) => _id));
    const joined = before ? users.filter(({ _id, deleted }) => !before.has(_id) && !deleted) : [];
    if (joined.length > MAX_NAMED) notify.blank(texts.manyJoined(joined.length));
    else for (const { fullName } of joined) notify.blank(texts.joined(fullName));
  }, [users]);
}

/** More newcomers at a time are only counted. */
const MAX_NAMED = 3;

/** A conversation that is opened is not marked as unread any more. */
export function useClearUnread(): void {
  const openId = useSelectedUserId();
  useEffect(() => {
    if (openId !== null) setFlagged('unread', openId, false);
  }, [openId]);
}

/** On the page's title and icon; removed with the session. */
function UnseenCount() {
  const total = useUnseenTotal();
  useEffect(() => {
    setTitleCount(total);
    showCountOnIcon(total);
  }, [total]);
  useEffect(
    () => () => {
      setTitleCount(0);
      showCountOnIcon(0);
    },
    [],
  );
  return null;
}

/** After each connection: pictures may load now, and other devices may have muted somebody meanwhile. */
function useConnectionBack(): void {
  const hasSharedMutes = useHasFeature('mutes');
  const isConnected = useConnection().status === 'connected';
  useEffect(() => {
    if (isConnected) retryBrokenPictures();
  }, [isConnected]);
  useEffect(() => {
    // The next connection asks again.
    if (hasSharedMutes && isConnected) readMutes().catch(() => undefined);
  }, [hasSharedMutes, isConnected]);
}

function Notifying() {
  const queryClient = useQueryClient();
  const accountId = useMe()._id;
  const canPush = useHasFeature('push');
  useEffect(() => {
    // The browser or the server may have lost the subscription since the last visit.
    if (canPush) return keepPush(accountId);
  }, [canPush, accountId]);
  const router = useRouter();
  const handlePress: HandlePress = useEffectEvent(async (userId, action) => {
    if (action === 'read') void markRead(queryClient, userId);
    if (location.pathname !== '/') await router.navigate({ to: '/' });
    // Not while a profile with edits is on the screen and asks.
    if (router.history.location.pathname !== '/') return;
    openConversation(router.history, userId);
    if (action === 'reply') askToWrite(userId);
  });
  useEffect(() => {
    // A press while no window was open.
    const { with: userId, press } = router.state.location.search;
    if (userId === undefined || press === undefined) return;
    const { history } = router;
    history.replace(toAddress(userId) + history.location.hash, history.location.state);
    handlePress(userId, press);
  }, [router]);
  useEffect(() => {
    const stops = [
      followMutes(),
      announceMessages({
        queryClient,
        accountId,
        onPress: (userId, action) => handlePress(userId, action),
      }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [queryClient, accountId]);
  return null;
}

/** Announces messages of people whose conversation is not open, for screen readers. */
function useArrivalAnnouncements(): void {
  const queryClient = useQueryClient();
  useEffect(
    () =>
      subscribeArrivals(({ senderId }) => {
        // An open conversation announces its messages itself.
        const isOpen = getSelectedUserId() === senderId && location.pathname === '/';
        if (isOpen || isMuted(senderId)) return;
        const name = getUser(queryClient, senderId)?.fullName;
        const summarise = (count: number) => texts.newMessages(count, name);
        announce({ kind: `arrivals ${senderId}`, line: summarise(1), summarise });
      }),
    [queryClient],
  );
}

/** Removes the announcements of a session when it ends in any window. */
export function useForgetting(): void {
  useEffect(() => subscribeSession(() => silence()), []);
}
