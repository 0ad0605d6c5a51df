import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterContextProvider,
} from '@tanstack/react-router';
import type { ReactNode } from 'react';

/** For parts of a screen that the browser's Back closes: a router without routes, around what a test renders. */
export function withRouter(children: ReactNode) {
  const router = createRouter({
    routeTree: createRootRoute(),
    history: createMemoryHistory({ initialEntries: ['/'] }),
  });
  return <RouterContextProvider router={router}>{children}</RouterContextProvider>;
}

/** For `renderHook`: what is rendered has this cache. */
export const wrapperOf =
  (queryClient: QueryClient) =>
  ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
  );
