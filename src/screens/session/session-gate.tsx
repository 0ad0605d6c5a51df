import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useCallback, useEffect } from 'react';
import { authQueries } from '../../queries/auth.ts';
import { getToken } from '../../stores/session.ts';
import { SessionCheckScreen } from './session-check-screen.tsx';
import { UnreachableScreen } from './unreachable-screen.tsx';

const FIRST_DELAY_MS = 1_000;
const LONGEST_DELAY_MS = 30_000;

/**
 * Shows what is behind it once the server has said who is here. A server that cannot say does not
 * sign anybody out: it is asked again, less and less often, at once when the network is back, and
 * when the person presses the button. A refusal has ended the session where it arrived.
 */
export function SessionGate({ children }: { children: ReactNode }) {
  const queryClient = useQueryClient();
  const { data, refetch, failureCount, errorUpdateCount, fetchStatus } = useQuery({
    ...authQueries.me(),
    retry: () => getToken() !== null,
    retryDelay: (count) => Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** count),
  });
  const isWaiting = data === undefined;
  const isUnreachable = isWaiting && (failureCount > 0 || errorUpdateCount > 0);

  const tryNow = useCallback(async () => {
    // A try that waits for its turn is put off for one without a delay.
    await queryClient.cancelQueries({ queryKey: authQueries.me().queryKey });
    await refetch();
  }, [queryClient, refetch]);

  useEffect(() => {
    if (!isUnreachable) return;
    window.addEventListener('online', tryNow);
    return () => window.removeEventListener('online', tryNow);
  }, [isUnreachable, tryNow]);

  if (!isWaiting) return children;
  if (!isUnreachable) return <SessionCheckScreen />;
  return (
    <UnreachableScreen
      isTrying={fetchStatus === 'fetching' && failureCount === 0}
      onTryNow={tryNow}
    />
  );
}
