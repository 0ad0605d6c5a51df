import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import { authQueries } from '../../session/auth.ts';
import { getToken } from '../../stores/session.ts';
import type { Elements } from '../../ui/elements.ts';
import { SessionCheckScreen } from './session-check-screen.tsx';
import { UnreachableScreen } from './unreachable-screen.tsx';

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

  const tryNow = useCallback(async () => {
    // A waiting retry is replaced by one without a delay.
    await queryClient.cancelQueries({ queryKey: authQueries.me().queryKey });
    await refetch();
  }, [queryClient, refetch]);

  // The guard's attempt, before the retries were configured here.
  useEffect(() => {
    if (isFailing && isIdle) void refetch();
  }, [isFailing, isIdle, refetch]);

  useEffect(() => {
    if (!isFailing) return;
    window.addEventListener('online', tryNow);
    return () => window.removeEventListener('online', tryNow);
  }, [isFailing, tryNow]);

  if (!isWaiting) return children;
  if (!isFailing) return <SessionCheckScreen />;
  return (
    <UnreachableScreen
      isTrying={fetchStatus === 'fetching' && failureCount === 0}
      onTryNow={tryNow}
    />
  );
}
