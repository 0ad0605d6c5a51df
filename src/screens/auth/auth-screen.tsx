import { css } from '@emotion/react';
import { useLocation, useRouter } from '@tanstack/react-router';
import { type ChangeEvent, useEffect, useState } from 'react';
import { getToken } from '../../stores/session.ts';
import type { Problems } from '../../ui/check-form.ts';
import { large } from '../../ui/media.ts';
import { Art } from './art.tsx';
import { EMPTY_ENTRY, type FormProps } from './entry.ts';
import { LoginForm } from './login-form.tsx';
import { BioStep, CredentialsStep } from './sign-up-form.tsx';
import { type AuthCalls, useAuthCalls } from './use-auth-calls.ts';

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

/** Sign-up in two steps, or login. Mode and step are stored in the history entry, see `mode-switch.tsx`. */
export function AuthScreen({ loadCalls }: AuthScreenProps) {
  const { history } = useRouter();
  const { state } = useLocation();
  const [place, setPlace] = useState(state);
  // After signing in, the person leaves for home and must not see another form.
  if (place !== state && getToken() === null) setPlace(state);
  const { authMode, signUpStep } = place;
  const [entry, setEntry] = useState(EMPTY_ENTRY);
  const [problems, setProblems] = useState<Problems>({});
  const [hasMoved, setHasMoved] = useState(false);
  const { isBusy, logIn, signUp, prepare } = useAuthCalls(loadCalls);

  const hasCredentials = CREDENTIALS.every((name) => entry[name] && !problems[name]);
  /** After a reload or a refusal: step one is shown, whose history entry is one step back. */
  const isStranded = signUpStep === 2 && !hasCredentials;
  useEffect(() => {
    if (!isStranded) return;
    const timer = setTimeout(history.back);
    return () => clearTimeout(timer);
  }, [isStranded, history]);

  function handleChange({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) {
    const value = target.type === 'checkbox' ? 'checked' in target && target.checked : target.value;
    setEntry((old) => ({ ...old, [target.name]: value }));
    setProblems(({ [target.name]: _solved, ...others }) => others);
  }

  function handleMove() {
    setProblems({});
    setHasMoved(true);
  }

  function goToBio() {
    handleMove();
    history.push(history.location.href, { signUpStep: 2 });
  }

  const form: Omit<FormProps, 'onSubmit'> = {
    entry,
    problems,
    onChange: handleChange,
    onProblems: setProblems,
    isBusy,
    takesFocus: hasMoved,
    onSwitch: handleMove,
  };
  return (
    <main css={screen} onFocus={prepare}>
      <Art />
      {authMode ? (
        <LoginForm {...form} onSubmit={() => logIn(entry, setProblems)} />
      ) : signUpStep && hasCredentials ? (
        <BioStep {...form} onBack={history.back} onSubmit={() => signUp(entry, setProblems)} />
      ) : (
        <CredentialsStep {...form} onSubmit={goToBio} />
      )}
    </main>
  );
}
