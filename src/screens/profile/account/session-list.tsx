import { css } from '@emotion/react';
import { useRef, useState } from 'react';
import { useHasFeature } from '../../../backend/connection.ts';
import { formatDayAndTime } from '../../../lib/time.ts';
import type { SessionInfo } from '../../../protocol/http.ts';
import { useEndSessions, useSessions } from '../../../session/own-account.ts';
import { useToday } from '../../../stores/clock.ts';
import { Button, Spinner } from '../../../ui/button.tsx';
import { flexRow } from '../../../ui/styles.ts';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import { PasswordQuestion } from './account-forms.tsx';
import { describeClient } from './describe-client.ts';
import { texts } from './texts.ts';

/** The devices on which the person is logged in, with a button to log out each other one. */
export function SessionList() {
  const { data: sessions, isPending, refetch } = useSessions();
  const canEndOthers = useHasFeature('endOtherSessions');
  const wrapRef = useRef<HTMLDivElement>(null);
  const handleTryAgain = () => {
    // The button is removed, and would lose the focus.
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
          {canEndOthers && sessions.length > 1 && (
            <li>
              <EndSessions label={texts.sessions.logOutOthers} look="danger" />
            </li>
          )}
        </ul>
      )}
    </div>
  );
}

function SessionRow({ session }: { session: SessionInfo }) {
  const name = describeClient(session.client);
  const today = useToday();
  return (
    <li>
      <div>
        <b>{name}</b>
        <p>
          {session.isCurrent
            ? texts.sessions.thisDevice
            : texts.sessions.lastUsed(formatDayAndTime(session.lastUsedAt, today))}
        </p>
        <p>{texts.sessions.signedIn(formatDayAndTime(session.createdAt, today))}</p>
      </div>
      {!session.isCurrent && (
        <EndSessions
          sessionId={session._id}
          label={texts.sessions.logOut}
          aria-label={texts.sessions.logOutOf(name)}
        />
      )}
    </li>
  );
}

interface EndSessionsProps {
  /** Absent: all but this one. */
  sessionId?: string;
  label: string;
  'aria-label'?: string;
  look?: 'quiet' | 'danger';
}

/** Logs out other devices; with the password, if the server asks for it. */
function EndSessions({ sessionId, label, look = 'quiet', ...named }: EndSessionsProps) {
  const end = useEndSessions();
  const [isAsking, setIsAsking] = useState(false);
  const buttonRef = useRef<HTMLButtonElement>(null);

  async function handleEnd(password?: string) {
    const list = document.activeElement?.closest('ul') ?? buttonRef.current?.closest('ul');
    const { isPasswordNeeded } = await end.mutateAsync({
      ...(sessionId !== undefined && { sessionId }),
      ...(password !== undefined && { password }),
    });
    if (isPasswordNeeded) setIsAsking(true);
    // The row with the focused element is removed, and would lose the focus.
    else list?.focus();
  }

  if (isAsking) {
    const { password, missing } = texts.sessions;
    const question = { password, missing, submit: label, busy: end.isPending };
    return (
      <div css={wrap} ref={focusField}>
        <PasswordQuestion {...question} onSubmit={handleEnd} />
      </div>
    );
  }
  return (
    <Button
      ref={buttonRef}
      look={look}
      busy={end.isPending}
      {...named}
      onClick={() => {
        if (!end.isPending) handleEnd().catch(() => undefined);
      }}
    >
      {label}
    </Button>
  );
}

const list = css({
  outline: 'none',
  overflowWrap: 'anywhere',
  '& > li': {
    ...flexRow('var(--s1) var(--s3)'),
    flexWrap: 'wrap',
    justifyContent: 'space-between',
    minHeight: '4.5rem',
    paddingBlock: 'var(--s2)',
  },
  '& > li > div': { flex: '1 1 12rem' },
  '& button': { flex: 'none' },
  '& b': { font: 'var(--t-name)' },
  '& p': { font: 'var(--t-sm)', color: 'var(--text-muted)' },
});

const focusField = (form: HTMLElement | null) => form?.querySelector('input')?.focus();

const wrap = css({ flexBasis: '100%' });
