import { css } from '@emotion/react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useCallback, useEffect } from 'react';
import { lateComponent } from '../../lib/late-component.tsx';
import { loadSurely } from '../../lib/load-code.ts';
import { findUser } from '../../people/patches.ts';
import { userQueries, useUser } from '../../people/users.ts';
import type { User, UserId } from '../../protocol/entities.ts';
import { usePreference } from '../../stores/preferences.ts';
import {
  clearSelection,
  getSelectedUserId,
  selectUser,
  useSelectedUserId,
} from '../../stores/selection.ts';
import { useDocumentTitle } from '../../ui/document-title.ts';
import { forcedColors, medium, mediumOnly, small } from '../../ui/media.ts';
import { notify } from '../../ui/notify.ts';
import { visuallyHidden } from '../../ui/visually-hidden.tsx';
import { leaveConversation, openConversation, settle } from '../history-entries.ts';
import { ConversationHeader } from './conversation-header.tsx';
import { ConversationSkeleton, conversationLayout } from './conversation-skeleton.tsx';
import { Sidebar } from './people/sidebar.tsx';
import { Reconnecting } from './reconnecting.tsx';
import { SwitcherHost } from './switcher/switcher-host.tsx';
import { texts } from './texts.ts';
import { Welcome } from './welcome.tsx';

const columns = css({
  display: 'grid',
  // Without the part that Devtools covers.
  height: 'calc(100dvh - var(--dock, 0px))',
  gridTemplateColumns: 'var(--list-w) minmax(0, 1fr)',
  gridTemplateRows: 'minmax(0, 1fr)',
  overflow: 'hidden',
  '&[data-view=conversation]': {
    gridTemplateColumns: 'var(--list-w) minmax(0, 1fr) var(--info-w)',
  },
  '&[data-panel=closed]': { '--info-w': 'var(--gutter)' },
  // Distance of bars, messages and box from the sides of the sheet.
  '--gap': 'var(--s5)',
  '--composer-foot': 'var(--s5)',
  [mediumOnly]: { '--gap': 'var(--s4)', '--composer-foot': 'var(--s4)' },
  [small]: {
    '--gap': 'var(--s3)',
    '--composer-foot': 'max(var(--s3), env(safe-area-inset-bottom))',
    '&, &[data-view=conversation]': { gridTemplateColumns: 'minmax(0, 1fr)' },
    '&[data-view=list] > [data-part=sheet], &[data-view=conversation] > [aria-label=People]': {
      display: 'none',
    },
  },
});
const sheet = css({
  position: 'relative',
  minWidth: 0,
  minHeight: 0,
  marginBlock: 'var(--gutter)',
  background: 'var(--sheet)',
  overflow: 'hidden',
  '[data-view=list] > &': { marginInlineEnd: 'var(--gutter)' },
  [medium]: {
    borderRadius: 'var(--r-l)',
    boxShadow: 'var(--shadow-1)',
    [forcedColors]: { border: '1px solid' },
  },
});

/** Half of the app's code. The list is shown without it. */
const loadConversation = async () => (await import('./conversation.tsx')).Conversation;
const loadInfoPanel = async () => (await import('./about/info-panel.tsx')).InfoPanel;
const Conversation = lateComponent(loadConversation, ConversationComing);
const InfoPanel = lateComponent(loadInfoPanel);

/** The chat home (spec section 2): people, conversation, and the panel about the other person. */
export function ChatScreen() {
  const selectedId = useSelectedUserId();
  // The selection is an id; the person is looked up and may be missing.
  const peer = useUser(selectedId);
  const isPanelClosed = usePreference('isInfoPanelClosed');
  const { history } = useRouter();
  const queryClient = useQueryClient();
  const handleOpen = useCallback(
    (userId: UserId) => {
      // Immediately; the history entry follows.
      selectUser(userId);
      openConversation(history, userId);
      // The answer comes while the screen is rendered. Reading marks as seen, so the person must still be there.
      import('../../conversation/messages.ts')
        .then(({ fetchConversation }) => {
          if (getSelectedUserId() === userId) return fetchConversation(queryClient, userId);
        })
        .catch(() => undefined);
    },
    [history, queryClient],
  );
  const handleLeave = useCallback(() => {
    clearSelection();
    leaveConversation(history);
  }, [history]);
  useDocumentTitle(peer?.fullName ?? '');
  useEffect(() => settle(history), [history]);
  const { data: isListShown = false } = useQuery({
    ...userQueries.list(),
    enabled: false,
    select: () => true,
  });
  const isAddressed = selectedId !== null;
  useEffect(() => {
    // Anybody in the list may be opened next. An address names somebody before the list is there.
    if (isListShown || isAddressed) void loadSurely(loadConversation);
    if (isListShown) void loadSurely(loadInfoPanel);
  }, [isListShown, isAddressed]);
  return (
    <main
      css={columns}
      data-view={peer ? 'conversation' : 'list'}
      data-panel={isPanelClosed ? 'closed' : 'open'}
    >
      <h1 css={visuallyHidden}>{texts.app}</h1>
      {selectedId !== null && !peer && <LeavesNobody userId={selectedId} onLeave={handleLeave} />}
      <Sidebar selectedId={peer?._id ?? null} onOpen={handleOpen} onLeave={handleLeave} />
      <section css={sheet} aria-label={texts.conversation} data-part="sheet">
        {peer ? (
          <Conversation key={peer._id} peer={peer} onBack={handleLeave} />
        ) : (
          <>
            <Welcome />
            <Reconnecting as="overlay" />
          </>
        )}
      </section>
      {peer && <InfoPanel key={peer._id} peer={peer} />}
      <SwitcherHost isListShown={isListShown} selectedId={peer?._id ?? null} onOpen={handleOpen} />
    </main>
  );
}

/** Replaces a conversation until its code has loaded: with the name and the way back. */
function ConversationComing({ peer, onBack }: { peer: User; onBack: () => void }) {
  return (
    <div css={conversationLayout}>
      <ConversationHeader peer={peer} onBack={onBack} />
      <ConversationSkeleton peerName={peer.fullName} />
    </div>
  );
}

/** If the server knows nobody of this id, the address leads to the list. */
function LeavesNobody({ userId, onLeave }: { userId: UserId; onLeave: () => void }) {
  const { data, dataUpdatedAt, isFetching } = useQuery({
    ...userQueries.list(),
    select: (users) => findUser(users, userId) === undefined,
  });
  const isNobody = data === true && dataUpdatedAt > 0 && !isFetching;
  useEffect(() => {
    if (!isNobody) return;
    notify.blank(texts.nobody);
    onLeave();
  }, [isNobody, onLeave]);
  return null;
}
