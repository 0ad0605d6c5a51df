import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useCallback, useEffect } from 'react';
import { authQueries } from '../../session/auth.ts';
import { getToken } from '../../stores/session.ts';
import { SessionCheckScreen } from './session-check-screen.tsx';
import { UnreachableScreen } from './unreachable-screen.tsx';

const FIRST_DELAY_MS = 1_000;
const MAX_DELAY_MS = 30_000;

/**
 * Shows what is behind it once the server has said who is here, or an earlier visit has left it. A
 * server that cannot say does not sign anybody out: it is asked again, less and less often, at once
 * when the network is back, and when the person presses the button. A refusal has ended the session
 * where it arrived.
 */
export function SessionGate({ children }: { children: ReactNode }) {
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
    // A try that waits for its turn is put off for one without a delay.
    await queryClient.cancelQueries({ queryKey: authQueries.me().queryKey });
    await refetch();
  }, [queryClient, refetch]);

  // The guard's try, made before this could say how often it is repeated.
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
