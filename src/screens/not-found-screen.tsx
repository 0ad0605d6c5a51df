import { FailureScreen } from './error-screen.tsx';
import { texts } from './error-texts.ts';

/** For an address that no route matches. */
export function NotFoundScreen() {
  return <FailureScreen reason={texts.notFound} />;
}
