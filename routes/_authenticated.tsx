import { QueryClientProvider } from '@tanstack/react-query';
import { createFileRoute, Outlet, redirect } from '@tanstack/react-router';
import { getToken } from '../src/stores/session.ts';

export const Route = createFileRoute('/_authenticated')({
  beforeLoad: async ({ context }) => {
    if (getToken() === null) throw redirect({ to: '/login', replace: true });
    return { queryClient: await context.loadQueryClient() };
  },
  component: Authenticated,
});

function Authenticated() {
  const { queryClient } = Route.useRouteContext();
  return (
    <QueryClientProvider client={queryClient}>
      <Outlet />
    </QueryClientProvider>
  );
}
