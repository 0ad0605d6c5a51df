import { css, keyframes } from '@emotion/react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { authQueries } from '../../session/auth.ts';
import { useIsGateClosed } from '../../stores/gate.ts';
import { getToken } from '../../stores/session.ts';
import { Button } from '../../ui/button.tsx';
import { useDocumentTitle } from '../../ui/document-title.ts';
import type { Elements } from '../../ui/elements.ts';
import { Logo } from '../../ui/logo.tsx';
import { centredScreen } from '../../ui/styles.ts';
import { useListeners } from '../../ui/use-listeners.ts';
import { visuallyHidden } from '../../ui/visually-hidden.tsx';

const texts = {
  app: 'Duet',
  checking: 'Checking your session',
  page: 'Reconnecting',
  unreachable: 'Can’t reach Duet. Trying again…',
  tryNow: 'Try now',
  isInFront: 'A login page or a firewall answers in place of Duet.',
  reload: 'Reload',
} as const;

const FIRST_DELAY_MS = 1_000;
const MAX_DELAY_MS = 30_000;

/**
 * Shows its content when it is known who is signed in, from the server or an earlier visit. A server that does not
 * answer signs nobody out: it is asked again, less and less often, and at once when the network is back or the person
 * presses the button. A refusal has already ended the session.
 */
export function SessionGate({ children }: { children: Elements }) {
  const queryClient = useQueryClient();
  const { data, dataUpdatedAt, refetch, failureCount, errorUpdateCount, fetchStatus } = useQuery({
    ...authQueries.me(),
    retry: () => getToken() !== null,
    retryDelay: (count) => Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** count),
  });
  const isWaiting = data === undefined;
  const isFailing = dataUpdatedAt === 0 && (failureCount > 0 || errorUpdateCount > 0);
  const isIdle = fetchStatus === 'idle';

  async function tryNow(): Promise<void> {
    // A waiting retry is replaced by one without a delay.
    await queryClient.cancelQueries({ queryKey: authQueries.me().queryKey });
    await refetch();
  }

  // The guard's attempt, before the retries were configured here.
  useEffect(() => {
    if (isFailing && isIdle) void refetch();
  }, [isFailing, isIdle, refetch]);

  useListeners(() => window, { online: tryNow }, { isOn: isFailing });

  if (!isWaiting) return children;
  if (!isFailing) return <SessionCheckScreen />;
  return (
    <UnreachableScreen
      isTrying={fetchStatus === 'fetching' && failureCount === 0}
      onTryNow={tryNow}
    />
  );
}

const appear = keyframes({ from: { opacity: 0 } });
const splash = css(centredScreen);
const patient = css({ animation: `${appear} var(--d-base) 300ms backwards` });

/** While it is not known who is signed in: only the mark, and after a moment. */
export function SessionCheckScreen() {
  return (
    <main css={[splash, patient]}>
      <Logo width={96} />
      <h1 css={visuallyHidden}>{texts.app}</h1>
      <p css={visuallyHidden} role="status">
        {texts.checking}
      </p>
    </main>
  );
}

const words = css({
  marginBlockStart: 'var(--s6)',
  font: 'var(--t-md)',
  color: 'var(--text-muted)',
});
const button = css({ marginBlockStart: 'var(--s4)' });

/** Shown if the session could not be checked: session and person stay until the server is back. */
function UnreachableScreen({ isTrying, onTryNow }: { isTrying: boolean; onTryNow: () => void }) {
  useDocumentTitle(texts.page);
  const isGateClosed = useIsGateClosed();
  return (
    <main css={splash}>
      <Logo width={96} />
      <h1 css={visuallyHidden}>{texts.app}</h1>
      <p css={words} role="status">
        {isGateClosed ? texts.isInFront : texts.unreachable}
      </p>
      {isGateClosed ? (
        <Button css={button} onClick={() => location.reload()}>
          {texts.reload}
        </Button>
      ) : (
        <Button css={button} look="quiet" busy={isTrying} onClick={onTryNow}>
          {texts.tryNow}
        </Button>
      )}
    </main>
  );
}
