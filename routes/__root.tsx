import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, Outlet, type RouterHistory } from '@tanstack/react-router';
import { NotificationHost } from '../src/ui/notification-host.tsx';

export interface RouterContext {
  history: RouterHistory;
  /** Gives access to the data layer, which the login screen does not load. */
  loadQueryClient: () => Promise<QueryClient>;
}

export const Route = createRootRouteWithContext<RouterContext>()({ component: Root });

function Root() {
  return (
    <>
      <Outlet />
      <NotificationHost />
    </>
  );
}
