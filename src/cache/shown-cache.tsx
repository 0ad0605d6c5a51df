/** The cache that the screens show: the live one, or, while Devtools looks back, one with the entries of an earlier moment. */
import { type QueryClient, QueryClientProvider, useQueryClient } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { create } from 'zustand';

const useEarlier = create<{ cache: QueryClient | null }>(() => ({ cache: null }));

/** Null: the live one again. */
export const showEarlierCache = (cache: QueryClient | null): void => useEarlier.setState({ cache });

export function ShownCache({ children }: { children: ReactElement }) {
  const live = useQueryClient();
  const { cache } = useEarlier();
  // Observers keep the cache with which they began.
  return (
    <QueryClientProvider key={cache ? 'earlier' : 'live'} client={cache ?? live}>
      {children}
    </QueryClientProvider>
  );
}
