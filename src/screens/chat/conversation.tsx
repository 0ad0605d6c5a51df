import { css } from '@emotion/react';
import {
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { useConversation, useSendMessage } from '../../conversation/messages.ts';
import { lateComponent } from '../../lib/late-component.tsx';
import type { User } from '../../protocol/entities.ts';
import { announceTyping, endTyping } from '../../realtime/typing.ts';
import { useMe } from '../../session/auth.ts';
import { useZone } from '../../stores/clock.ts';
import { useEdit } from '../../stores/edits.ts';
import { usePageKeys } from '../../ui/keys.ts';
import { small, useMatchesMedia } from '../../ui/media.ts';
import { useListeners } from '../../ui/use-listeners.ts';
import { PictureDay } from '../pictures/picture-day.tsx';
import { AboutSheet, PanelButton } from './about/info-panel.tsx';
import { ClosedBox } from './blocking/blocking.tsx';
import { Composer } from './composer/composer.tsx';
import { ConversationHeader } from './conversation-header.tsx';
import { scrollFromBox, selectPanel, writeFromMessages } from './conversation-keys.ts';
import { ConversationProblem } from './conversation-problem.tsx';
import { ConversationSkeleton, conversationLayout } from './conversation-skeleton.tsx';
import { Reconnecting, useIsReconnecting } from './reconnecting.tsx';
import { SearchButton, SearchPanel, useSearchPanel } from './search/search-panel.tsx';
import { MessageList, NotOnDevice } from './thread/message-list.tsx';
import { type ReaderPlace, usePlace } from './thread/use-place.ts';
import { ViewerHost } from './viewer/viewer-host.tsx';

const EditBar = lateComponent(async () => (await import('./composer/edit-bar.tsx')).EditBar);

/** The search in the conversation, and its messages. */
const middle = css({
  position: 'relative',
  display: 'flex',
  flexDirection: 'column',
  minHeight: 0,
  outlineOffset: -3,
  '& > search': { flex: 'none' },
  '& > :last-child': { flex: 1, minHeight: 0 },
});
/** Below an open search, and over the messages: this part has no bar. */
const connection = css({ position: 'relative', '--bar-h': '0px' });
/** The messages, and below them a notice if newer ones cannot be fetched. */
const list = css({ display: 'grid', gridTemplateRows: 'minmax(0, 1fr) auto', minHeight: 0 });

/** The open conversation. Mount it again for each person. */
export function Conversation({ peer, onBack }: { peer: User; onBack: () => void }) {
  const me = useMe();
  const place = usePlace(peer._id);
  const search = useSearchPanel();
  const ref = useRef<HTMLDivElement>(null);
  useKeyboardRoom(ref);
  useListeners(() => ref.current, { keydown: scrollFromBox });
  usePageKeys(selectPanel);
  usePageKeys(writeFromMessages);
  const isSmall = useMatchesMedia(small);
  const zone = useZone();
  const [isAboutOpen, setIsAboutOpen] = useState(false);
  return (
    <div css={conversationLayout} ref={ref}>
      <ConversationHeader
        key={zone}
        peer={peer}
        onBack={onBack}
        onAbout={isSmall ? () => setIsAboutOpen(true) : undefined}
      >
        <SearchButton ref={search.buttonRef} isOpen={search.isOpen} onPress={search.toggle} />
        {!isSmall && <PanelButton fullName={peer.fullName} />}
      </ConversationHeader>
      <div css={middle} tabIndex={-1} data-part="messages">
        {search.isOpen && (
          <SearchPanel
            ref={search.panelRef}
            peer={peer}
            onBeginJump={place.beginJump}
            onClose={search.close}
          />
        )}
        <div css={connection}>
          <Reconnecting as="overlay" />
        </div>
        <Messages me={me} peer={peer} place={place} />
      </div>
      {peer.blocked || peer.deleted || peer.locked ? (
        <ClosedBox peer={peer} />
      ) : (
        <Writing
          accountId={me._id}
          peerId={peer._id}
          peerName={peer.fullName}
          onSend={place.goToNewest}
        />
      )}
      {isSmall && isAboutOpen && <AboutSheet peer={peer} onClose={() => setIsAboutOpen(false)} />}
      <ViewerHost meId={me._id} peer={peer} />
    </div>
  );
}

function Messages({ me, peer, place }: { me: User; peer: User; place: ReaderPlace }) {
  const conversation = useConversation(peer._id);
  const { status, error, outbox, tail, isAnswered } = conversation;
  const isReconnecting = useIsReconnecting();
  const restorePlace = useEffectEvent(place.restore);
  useLayoutEffect(() => {
    if (isAnswered) restorePlace();
  }, [isAnswered]);
  const hasProblem = status === 'error' || error !== null;
  // Messages written meanwhile, perhaps offline, are shown at once, and stay after they are sent.
  const hasWritten = outbox.length > 0 || tail.some(({ senderId }) => senderId === me._id);
  if (status !== 'ready' && !hasWritten) {
    if (status === 'loading' && isReconnecting) return <NotOnDevice />;
    if (status === 'loading') return <ConversationSkeleton peerName={peer.fullName} />;
    return <ConversationProblem error={error} onRetry={conversation.retry} />;
  }
  return (
    <div css={list}>
      <MessageList
        // Mounted again with the history, whose messages are not announced.
        key={status === 'ready' ? 'ready' : 'coming'}
        me={me}
        peer={peer}
        conversation={conversation}
        place={place}
      />
      {hasProblem && <ConversationProblem as="strip" error={error} onRetry={conversation.retry} />}
    </div>
  );
}

interface WritingProps {
  accountId: string;
  peerId: string;
  peerName: string;
  onSend: () => void;
}

/** Separate from the messages: arrivals do not render the box, and typing does not render the messages. */
function Writing({ accountId, peerId, peerName, onSend }: WritingProps) {
  const send = useSendMessage(peerId);
  const edit = useEdit(peerId);
  return (
    <>
      {edit && <EditBar key={edit.key} peerId={peerId} edit={edit} />}
      <Composer
        accountId={accountId}
        peerId={peerId}
        peerName={peerName}
        onSend={(content, references) => {
          onSend();
          send(content, references);
          endTyping();
        }}
        onTyping={() => announceTyping(peerId)}
        pictureNote={<PictureDay />}
        isHidden={edit !== undefined}
      />
    </>
  );
}

/**
 * Keeps a screen clear of an on-screen keyboard that covers the page, as on iPhones and iPads, instead of making it
 * shorter. The browser would push the page up, and the bar out of sight. `--seen-h` is the visible height of the
 * screen, and `--seen-top` is where it begins for elements fixed to the page.
 */
function useKeyboardRoom(ref: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const seen = window.visualViewport;
    const screen = ref.current?.closest('main');
    if (!seen || !screen) return;

    const { style } = screen;
    const page = document.documentElement;
    const reset = () => {
      page.style.removeProperty('--seen-top');
      style.removeProperty('--seen-h');
      style.height = '';
      style.translate = '';
    };
    const adapt = () => {
      // After pinch zoom, the page shows the part that the person has chosen.
      if (seen.scale !== 1 || seen.height > page.clientHeight - 1) {
        reset();
        return;
      }
      // How far the page was pushed up.
      page.style.setProperty('--seen-top', `${seen.offsetTop}px`);
      style.setProperty('--seen-h', `${seen.height}px`);
      style.height = 'var(--seen-h)';
      style.translate = '0 var(--seen-top)';
    };

    const listening = new AbortController();
    const { signal } = listening;
    seen.addEventListener('resize', adapt, { signal });
    seen.addEventListener('scroll', adapt, { signal });
    adapt();
    return () => {
      listening.abort();
      reset();
    };
  }, [ref]);
}
