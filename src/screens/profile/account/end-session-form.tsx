import { css } from '@emotion/react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { LIMITS } from '../../../protocol/limits.ts';
import { Button } from '../../../ui/button.tsx';
import { checkForm, type Problems, type Sentences } from '../../../ui/check-form.ts';
import { PasswordField } from '../../../ui/password-field.tsx';
import { texts } from './texts.ts';

const SENTENCES: Record<'password', Sentences> = {
  password: { missing: texts.sessions.missing },
};

/** Asks for the password where the server wants it before it signs another device out. */
export function EndSessionForm({
  busy,
  onSubmit,
}: {
  busy: boolean;
  onSubmit: (password: string) => void;
}) {
  const [password, setPassword] = useState('');
  const [problems, setProblems] = useState<Problems>({});
  const formRef = useRef<HTMLFormElement>(null);
  useEffect(() => formRef.current?.querySelector('input')?.focus(), []);

  function handleSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (checkForm(event.currentTarget, SENTENCES, setProblems)) onSubmit(password);
  }

  return (
    <form css={form} ref={formRef} onSubmit={handleSubmit} noValidate>
      <PasswordField
        label={texts.sessions.password}
        name="password"
        required
        autoComplete="current-password"
        maxLength={LIMITS.passwordMax}
        value={password}
        onChange={({ target }) => {
          setPassword(target.value);
          setProblems({});
        }}
        problem={problems.password}
      />
      <Button type="submit" look="quiet" busy={busy}>
        {texts.sessions.signOut}
      </Button>
    </form>
  );
}

const form = css({ flexBasis: '100%', display: 'grid', gap: 'var(--s4)' });
