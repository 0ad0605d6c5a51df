import { css } from '@emotion/react';
import type { QueryClient } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { type ChangeEvent, useState } from 'react';
import type { Problems } from '../../ui/check-form.ts';
import { useDocumentTitle } from '../../ui/document-title.ts';
import { large } from '../../ui/media.ts';
import { Art } from './art.tsx';
import { EMPTY_ENTRY, type FormProps } from './entry.ts';
import { LoginForm } from './login-form.tsx';
import { BioStep, CredentialsStep } from './sign-up-form.tsx';
import { texts } from './texts.ts';
import { useAuthCalls } from './use-auth-calls.ts';

const screen = css({
  minHeight: '100dvh',
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  alignContent: 'start',
  justifyItems: 'center',
  [large]: { gridTemplateColumns: '1fr 1fr', alignContent: 'stretch' },
});

interface AuthScreenProps {
  /** The data layer comes when it is needed: this screen shows itself without it. */
  loadQueryClient: () => Promise<QueryClient>;
  /** The person has turned to the form: a good moment to fetch ahead. */
  onEngaged: () => void;
}

/** Sign up in two steps, or login. The mode is a fact of the history entry, see `mode-switch.tsx`. */
export function AuthScreen({ loadQueryClient, onEngaged }: AuthScreenProps) {
  const mode = useLocation({ select: ({ state }) => state.authMode ?? 'signup' });
  const [step, setStep] = useState<1 | 2>(1);
  const [entry, setEntry] = useState(EMPTY_ENTRY);
  const [problems, setProblems] = useState<Problems>({});
  const [hasMoved, setHasMoved] = useState(false);
  const { isBusy, logIn, signUp, prepare } = useAuthCalls(loadQueryClient);
  useDocumentTitle(mode === 'login' ? texts.login : texts.signUp);

  function handleChange({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) {
    const value = target.type === 'checkbox' ? 'checked' in target && target.checked : target.value;
    setEntry((old) => ({ ...old, [target.name]: value }));
    setProblems(({ [target.name]: _solved, ...others }) => others);
  }

  function goTo(nextStep: 1 | 2) {
    setStep(nextStep);
    setProblems({});
    setHasMoved(true);
  }

  function handleRefused(refused: Problems) {
    setStep(refused.bio ? 2 : 1);
    setProblems(refused);
  }

  function handleFocus() {
    prepare();
    onEngaged();
  }

  const form: Omit<FormProps, 'onSubmit'> = {
    entry,
    problems,
    onChange: handleChange,
    onProblems: setProblems,
    isBusy,
    takesFocus: hasMoved,
    onSwitch: () => goTo(1),
  };
  return (
    <main css={screen} onFocus={handleFocus}>
      <Art />
      {mode === 'login' ? (
        <LoginForm {...form} onSubmit={() => logIn(entry)} />
      ) : step === 1 ? (
        <CredentialsStep {...form} onSubmit={() => goTo(2)} />
      ) : (
        <BioStep {...form} onBack={() => goTo(1)} onSubmit={() => signUp(entry, handleRefused)} />
      )}
    </main>
  );
}
