import { css } from '@emotion/react';
import { useRef, useState } from 'react';
import { formatDateTime } from '../../../lib/time.ts';
import type { SessionInfo } from '../../../protocol/http.ts';
import { useEndSession, useSessions } from '../../../session/own-account.ts';
import { Button } from '../../../ui/button.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import { describeClient } from './describe-client.ts';
import { EndSessionForm } from './end-session-form.tsx';
import { texts } from './texts.ts';

/** The places where the person is signed in, each but this one with a way to sign out. */
export function SessionList() {
  const { data: sessions, isPending, refetch } = useSessions();
  const wrapRef = useRef<HTMLDivElement>(null);
  const handleTryAgain = () => {
    // The button goes, and would take the focus along.
    wrapRef.current?.focus();
    void refetch();
  };
  return (
    <div ref={wrapRef} tabIndex={-1}>
      {isPending && (
        <p role="status">
          <Spinner />
          <VisuallyHidden>{texts.sessions.loading}</VisuallyHidden>
        </p>
      )}
      {!isPending && !sessions && (
        <Button look="quiet" onClick={handleTryAgain}>
          {texts.sessions.tryAgain}
        </Button>
      )}
      {sessions && (
        <ul css={list} tabIndex={-1}>
          {sessions.map((session) => (
            <SessionRow key={session._id} session={session} />
          ))}
        </ul>
      )}
    </div>
  );
}

function SessionRow({ session }: { session: SessionInfo }) {
  const end = useEndSession();
  const name = describeClient(session.client);
  const rowRef = useRef<HTMLLIElement>(null);
  const [isAsking, setIsAsking] = useState(false);
  const handleEnd = (password?: string) => {
    if (end.isPending) return;
    // The row goes with what has the focus, and would take it along.
    rowRef.current?.closest('ul')?.focus();
    end.mutate(
      { sessionId: session._id, ...(password !== undefined && { password }) },
      {
        onSuccess: ({ isPasswordNeeded }) => {
          if (isPasswordNeeded) setIsAsking(true);
        },
      },
    );
  };
  return (
    <li ref={rowRef}>
      <div>
        <b>{name}</b>
        <p>
          {session.isCurrent
            ? texts.sessions.thisDevice
            : texts.sessions.lastUsed(formatDateTime(session.lastUsedAt))}
          {texts.sessions.signedIn(formatDateTime(session.createdAt))}
        </p>
      </div>
      {isAsking && <EndSessionForm busy={end.isPending} onSubmit={handleEnd} />}
      {!session.isCurrent && !isAsking && (
        <Button
          look="quiet"
          busy={end.isPending}
          aria-label={texts.sessions.signOutOf(name)}
          onClick={() => handleEnd()}
        >
          {texts.sessions.signOut}
        </Button>
      )}
    </li>
  );
}

const list = css({
  display: 'grid',
  gap: 'var(--s3)',
  overflowWrap: 'anywhere',
  '& > li': {
    display: 'flex',
    flexWrap: 'wrap',
    justifyContent: 'space-between',
    alignItems: 'center',
    gap: 'var(--s3)',
  },
  '& > li > div': { flex: 1 },
  '& button': { flex: 'none' },
  '& b': { font: 'var(--t-name)' },
  '& p': { font: 'var(--t-sm)', color: 'var(--text-muted)' },
});
