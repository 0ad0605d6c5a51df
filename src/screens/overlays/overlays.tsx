import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { useConnection } from '../../backend/connection.ts';
import { announceMessages } from '../../notifications/announce-messages.ts';
import { showCountOnIcon } from '../../notifications/favicon.ts';
import { openMutes } from '../../notifications/mute-list.ts';
import type { UserId } from '../../protocol/entities.ts';
import { useMe } from '../../session/auth.ts';
import { useUnseenTotal } from '../../stores/unseen.ts';
import { setTitleCount } from '../../ui/document-title.ts';
import { retryBrokenPictures } from '../../ui/use-broken-picture.ts';
import { followRowMarks } from '../chat/people/mark-row.ts';
import { openConversation } from '../history-entries.ts';
import { LogOutQuestion } from './log-out-question.tsx';
import { NotificationOffer } from './notification-offer.tsx';
import { OfferCorner } from './offer.tsx';
import { ShortcutSheet } from './shortcut-sheet.tsx';
import { UpdateOffer } from './update-offer.tsx';
import { useAppearance } from './use-appearance.ts';
import { useArrivalAnnouncements } from './use-arrival-announcements.ts';
import { useForgetting } from './use-forgetting.ts';
import { useStrayFiles } from './use-stray-files.ts';

/** What runs beside every signed-in screen: announcements of messages, offers, shortcuts. */
export function Overlays() {
  useAppearance();
  useArrivalAnnouncements();
  useForgetting();
  useStrayFiles();
  useLoadAgain();
  return (
    <>
      <UnseenCount />
      <Telling />
      <OfferCorner>
        <NotificationOffer />
        <UpdateOffer />
      </OfferCorner>
      <ShortcutSheet />
      <LogOutQuestion />
    </>
  );
}

/** Retries what did not load without a connection. */
function useLoadAgain(): void {
  const { status } = useConnection();
  useEffect(() => {
    if (status === 'connected') retryBrokenPictures();
  }, [status]);
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

/** Notifications, sound, and what other windows mute or mark. */
function Telling() {
  const queryClient = useQueryClient();
  const accountId = useMe()._id;
  const router = useRouter();
  const handlePress = useEffectEvent(async (userId: UserId) => {
    if (location.pathname !== '/') await router.navigate({ to: '/' });
    // Not while a profile with edits is on the screen and asks.
    if (router.history.location.pathname !== '/') return;
    openConversation(router.history, userId);
  });
  useEffect(() => {
    const stops = [
      openMutes(accountId),
      announceMessages({ queryClient, accountId, onPress: (userId) => void handlePress(userId) }),
      followRowMarks(accountId),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [queryClient, accountId]);
  return null;
}
