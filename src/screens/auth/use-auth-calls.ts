import type { QueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { Problems } from '../../ui/check-form.ts';
import { notify } from '../../ui/notify.ts';
import type { Entry } from './entry.ts';
import { texts } from './texts.ts';

export interface AuthCalls
  extends Pick<typeof import('../../session/auth.ts'), 'logIn' | 'signUp'> {
  queryClient: QueryClient;
}

/**
 * Login and sign-up for the auth screen. `prepare`, or at the latest the first call, loads the code of the calls. A
 * success shows as a session in the session store; a refusal is already notified, and also shown at its field. During a
 * call another one is ignored.
 */
export function useAuthCalls(loadCalls: () => Promise<AuthCalls>) {
  const [isBusy, setIsBusy] = useState(false);
  const isCalling = useRef(false);

  async function call(make: (calls: AuthCalls) => Promise<void>) {
    if (isCalling.current) return;
    isCalling.current = true;
    setIsBusy(true);
    const loaded = await loadCalls().catch(() => null);
    if (loaded) await make(loaded).catch(() => {});
    else notify.error(texts.unreachable);
    isCalling.current = false;
    setIsBusy(false);
  }

  return {
    isBusy,
    /** Loads in advance; after a failure the call retries. */
    prepare: () => void loadCalls().catch(() => {}),
    logIn: ({ email, password }: Entry, show: (problems: Problems) => void) =>
      void call(({ logIn, queryClient }) =>
        logIn(queryClient, { email, password }).catch(async (error) =>
          (await import('./show-refusal.ts')).showRefusedLogIn(error, show),
        ),
      ),
    signUp: ({ fullName, email, password, bio }: Entry, show: (problems: Problems) => void) =>
      void call(({ signUp, queryClient }) =>
        signUp(queryClient, { fullName: fullName.trim(), email, password, bio: bio.trim() }).catch(
          async (error) => (await import('./show-refusal.ts')).showRefused(error, show),
        ),
      ),
  };
}
