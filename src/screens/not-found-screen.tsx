import { FailureScreen } from './error-screen.tsx';

/** For an address that no route matches. */
export function NotFoundScreen() {
  return <FailureScreen reason="404 Not Found" />;
}
