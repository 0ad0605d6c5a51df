import { useQueryClient } from '@tanstack/react-query';
import { type SyntheticEvent, useEffect, useRef } from 'react';
import type { UserId } from '../../../protocol/entities.ts';

/** How long somebody has to stay on a row before its conversation is fetched ahead. */
const DWELL_MS = 80;

/** Fetches ahead the conversation of the row that the pointer or the focus rests on; for whatever holds the rows. */
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
        // Its code did not come; opening the conversation asks for it again.
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
