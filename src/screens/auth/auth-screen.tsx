import { css } from '@emotion/react';
import type { QueryClient } from '@tanstack/react-query';
import { useLocation, useRouter } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { getToken } from '../../stores/session.ts';
import type { Problems } from '../../ui/check-form.ts';
import { large } from '../../ui/media.ts';
import { notify } from '../../ui/notify.ts';
import { useFields } from '../../ui/use-fields.ts';
import { Art } from './art.tsx';
import { EMPTY_ENTRY, type Entry, type FormProps } from './auth-form.tsx';
import { BioStep, CredentialsStep, LoginForm, NoSignUp, ResetForm } from './auth-forms.tsx';
import { type Entrance, forgetCode, hideCode, readEntrance } from './entrance.ts';
import { texts } from './texts.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The sign-up step that /login shows; absent: the first. */
    signUpStep?: 2;
  }
}

/** The fields that step two needs. Kept in memory only. */
const CREDENTIALS = ['fullName', 'email', 'password'] as const;

const screen = css({
  minHeight: '100dvh',
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  alignContent: 'start',
  justifyItems: 'center',
  [large]: { gridTemplateColumns: '1fr 1fr', alignContent: 'stretch' },
});

interface AuthScreenProps {
  /** The data layer loads when the person uses the form: this screen does not need it. */
  loadCalls: () => Promise<AuthCalls>;
}

/** Sign-up in two steps, or login. Mode and step are stored in the history entry, see `AuthForm`. */
export function AuthScreen({ loadCalls }: AuthScreenProps) {
  const { history } = useRouter();
  const { state } = useLocation();
  const [place, setPlace] = useState(state);
  // After signing in, the person leaves for home and must not see another form.
  if (place !== state && getToken() === null) setPlace(state);
  const { authMode, signUpStep } = place;
  const fields = useFields(EMPTY_ENTRY);
  const { values, problems, setProblems } = fields;
  const [isAgreed, setIsAgreed] = useState(false);
  const [hasMoved, setHasMoved] = useState(false);
  const [entrance, setEntrance] = useState(() => readEntrance(history.location.search));
  useEffect(() => {
    // Not by the browser's history alone: the router would write the code back.
    const { pathname, search, state: kept } = history.location;
    const hidden = hideCode(search);
    if (hidden !== search) history.replace(pathname + hidden, kept);
  }, [history]);
  const { isBusy, logIn, signUp, prepare } = useAuthCalls(loadCalls, entrance);

  const hasCredentials = CREDENTIALS.every((name) => values[name] && !problems[name]);
  /** After a reload or a refusal: step one is shown, whose history entry is one step back. */
  const isStranded = signUpStep === 2 && !hasCredentials;
  useEffect(() => {
    if (!isStranded) return;
    const timer = setTimeout(history.back);
    return () => clearTimeout(timer);
  }, [isStranded, history]);

  function handleMove() {
    setProblems({});
    // What was told of the form before, as a wrong password.
    notify.clear();
    setHasMoved(true);
  }

  /** Also away from a link that the person does not want to use. */
  function handleSwitch() {
    handleMove();
    if (!entrance.reset && !entrance.spent) return;
    forgetCode();
    setEntrance(readEntrance(''));
  }

  function goToBio() {
    handleMove();
    history.push(history.location.href, { signUpStep: 2 });
  }

  const form: Omit<FormProps, 'onSubmit'> = {
    entrance,
    fields,
    isAgreed,
    onAgree: setIsAgreed,
    isBusy,
    takesFocus: hasMoved,
    onSwitch: handleSwitch,
  };
  return (
    <main css={screen} onFocus={prepare}>
      <Art />
      {entrance.reset ? (
        <ResetForm {...form} onSubmit={(read) => logIn(read, setProblems)} />
      ) : authMode ? (
        <LoginForm {...form} onSubmit={(read) => logIn(read, setProblems)} />
      ) : !canSignUp(entrance) ? (
        <NoSignUp {...form} onSubmit={() => undefined} />
      ) : signUpStep && hasCredentials ? (
        <BioStep {...form} onBack={history.back} onSubmit={(read) => signUp(read, setProblems)} />
      ) : (
        <CredentialsStep {...form} onSubmit={goToBio} />
      )}
    </main>
  );
}

/** A link for a new password was opened by somebody who is signed in: it may be another person's. */
export const notifyUnusedLink = (): void => void notify.error(texts.logOutFirst);

const canSignUp = ({ signUps, invite, spent }: Entrance): boolean =>
  !spent && (signUps === 'open' || (signUps === 'invite' && invite !== undefined));

interface AuthCalls extends Pick<typeof import('../../session/auth.ts'), 'logIn' | 'signUp'> {
  queryClient: QueryClient;
}

/**
 * Login and sign-up for the auth screen. `prepare`, or at the latest the first call, loads the code of the calls. A
 * success shows as a session in the session store; a refusal is already notified, and also shown at its field. During a
 * call another one is ignored.
 */
function useAuthCalls(
  loadCalls: () => Promise<AuthCalls>,
  { invite, reset, email: resetFor = '' }: Entrance,
) {
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
        reset
          ? logIn(queryClient, { email: resetFor, password, reset }).then(
              forgetCode,
              async (error) => (await import('./show-refusal.ts')).showRefused(error, show),
            )
          : logIn(queryClient, { email, password }).catch(async (error) =>
              (await import('./show-refusal.ts')).showRefusedLogIn(error, show),
            ),
      ),
    signUp: ({ fullName, email, password, bio }: Entry, show: (problems: Problems) => void) =>
      void call(({ signUp, queryClient }) =>
        signUp(queryClient, {
          fullName: fullName.trim(),
          email,
          password,
          bio: bio.trim(),
          ...(invite !== undefined && { invite }),
        }).then(forgetCode, async (error) =>
          (await import('./show-refusal.ts')).showRefused(error, show),
        ),
      ),
  };
}
