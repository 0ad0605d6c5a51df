import { css } from '@emotion/react';
import { useRouter } from '@tanstack/react-router';
import { useCallback, useEffect } from 'react';
import { useUser } from '../../people/users.ts';
import type { UserId } from '../../protocol/entities.ts';
import { usePreference } from '../../stores/preferences.ts';
import { clearSelection, selectUser, useSelectedUserId } from '../../stores/selection.ts';
import { useDocumentTitle } from '../../ui/document-title.ts';
import { forcedColors, medium, mediumOnly, small } from '../../ui/media.ts';
import { visuallyHidden } from '../../ui/visually-hidden.tsx';
import { withHistoryEntries } from '../load-history-entries.ts';
import { useConversationCode } from './conversation-code.ts';
import { ConversationComing } from './conversation-coming.tsx';
import { Sidebar } from './people/sidebar.tsx';
import { Reconnecting } from './reconnecting.tsx';
import { texts } from './texts.ts';
import { Welcome } from './welcome.tsx';

const columns = css({
  display: 'grid',
  height: '100dvh',
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

/** The chat home (spec section 2): people, conversation, and the panel about the other person. */
export function ChatScreen() {
  const selectedId = useSelectedUserId();
  // The selection is an id; the person is looked up and may be missing.
  const peer = useUser(selectedId);
  const code = useConversationCode();
  const isPanelClosed = usePreference('isInfoPanelClosed');
  const { history } = useRouter();
  const handleOpen = useCallback(
    (userId: UserId) => {
      // Immediately; the history entry follows.
      selectUser(userId);
      withHistoryEntries(history, ({ openConversation }) => openConversation(history, userId));
    },
    [history],
  );
  const handleLeave = useCallback(() => {
    clearSelection();
    withHistoryEntries(history, ({ leaveConversation }) => leaveConversation(history));
  }, [history]);
  useDocumentTitle(peer?.fullName ?? '');
  // The list needs it only after its first rows.
  const isHistoryNeeded = selectedId !== null || code !== null;
  useEffect(() => {
    if (isHistoryNeeded) withHistoryEntries(history, ({ settle }) => settle(history));
  }, [history, isHistoryNeeded]);
  return (
    <main
      css={columns}
      data-view={peer ? 'conversation' : 'list'}
      data-panel={isPanelClosed ? 'closed' : 'open'}
    >
      <h1 css={visuallyHidden}>{texts.app}</h1>
      {selectedId !== null && !peer && code && (
        <code.LeavesNobody userId={selectedId} onLeave={handleLeave} />
      )}
      <Sidebar selectedId={peer?._id ?? null} onOpen={handleOpen} onLeave={handleLeave} />
      <section css={sheet} aria-label={texts.conversation} data-part="sheet">
        {peer && code ? (
          <code.Conversation key={peer._id} peer={peer} onBack={handleLeave} />
        ) : (
          <>
            {peer ? <ConversationComing peer={peer} onBack={handleLeave} /> : <Welcome />}
            <Reconnecting as="overlay" />
          </>
        )}
      </section>
      {peer && code && <code.InfoPanel key={peer._id} peer={peer} />}
      {code && <code.SwitcherHost selectedId={peer?._id ?? null} onOpen={handleOpen} />}
    </main>
  );
}
