import { useQueryClient } from '@tanstack/react-query';
import { type SyntheticEvent, useEffect, useRef } from 'react';
import type { UserId } from '../../../protocol/entities.ts';

/** How long the pointer or focus must stay on a row before its conversation is prefetched. */
const DWELL_MS = 80;

/** Prefetches the conversation of the row with the pointer or focus; handlers for the element around the rows. */
export function usePrefetch() {
  const queryClient = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const restsOn = useRef<UserId>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  function rest(userId: UserId | undefined): void {
    if (userId === restsOn.current) return;
    restsOn.current = userId;
    clearTimeout(timer.current);
    if (userId === undefined) return;
    timer.current = setTimeout(async () => {
      try {
        const { prefetchConversation } = await import('../../../conversation/messages.ts');
        await prefetchConversation(queryClient, userId);
      } catch {
        // Its code did not load; opening the conversation retries.
      }
    }, DWELL_MS);
  }

  const handleArrival = ({ target }: SyntheticEvent) => {
    const row = target instanceof Element ? target.closest('[data-user-id]') : null;
    rest(row?.getAttribute('data-user-id') ?? undefined);
  };
  return {
    onPointerOver: handleArrival,
    onPointerLeave: () => rest(undefined),
    onFocus: handleArrival,
  };
}
