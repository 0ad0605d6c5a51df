import { css } from '@emotion/react';
import { type FormEvent, useState } from 'react';
import { isRefusedEntry } from '../../../api/errors.ts';
import { isEmail } from '../../../protocol/email.ts';
import { LIMITS } from '../../../protocol/limits.ts';
import {
  useChangeEmail,
  useChangePassword,
  useDeleteAccount,
} from '../../../session/own-account.ts';
import { Button } from '../../../ui/button.tsx';
import { checkForm, type Problems, type Sentences, showProblem } from '../../../ui/check-form.ts';
import type { Elements } from '../../../ui/elements.ts';
import { PasswordField, TextField } from '../../../ui/field.tsx';
import { texts } from './texts.ts';

const SENTENCES: Record<'password' | 'newPassword', Sentences> = {
  password: { missing: texts.password.missing.current },
  newPassword: {
    missing: texts.password.missing.next,
    tooShort: texts.password.tooShort(LIMITS.passwordMin),
  },
};

/** Changes the password, which logs out every other device. */
export function PasswordForm() {
  const [password, setPassword] = useState('');
  const [newPassword, setNewPassword] = useState('');
  const [problems, setProblems] = useState<Problems>({});
  const change = useChangePassword();

  function handleSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    if (change.isPending || !checkForm(form, SENTENCES, setProblems)) return;
    change.mutate(
      { password, newPassword },
      {
        onSuccess: () => {
          setPassword('');
          setNewPassword('');
        },
        onError: (error) => {
          if (!isRefusedEntry(error)) return;
          // An answer names no field; its words decide.
          const name = /\bwrong\b|\bcurrent\b/i.test(error.message) ? 'password' : 'newPassword';
          showProblem(form, name, error.message, setProblems);
        },
      },
    );
  }

  return (
    <form css={form} onSubmit={handleSubmit} noValidate>
      <PasswordField
        label={texts.password.current}
        name="password"
        required
        autoComplete="current-password"
        limit={LIMITS.passwordMax}
        value={password}
        onChange={({ target }) => {
          setPassword(target.value);
          setProblems(({ password: _solved, ...others }) => others);
        }}
        problem={problems.password}
      />
      <PasswordField
        label={texts.password.next}
        name="newPassword"
        required
        autoComplete="new-password"
        minLength={LIMITS.passwordMin}
        limit={LIMITS.passwordMax}
        value={newPassword}
        onChange={({ target }) => {
          setNewPassword(target.value);
          setProblems(({ newPassword: _solved, ...others }) => others);
        }}
        problem={problems.newPassword}
        hint={texts.password.hint(LIMITS.passwordMin)}
      />
      <Button type="submit" look="quiet" busy={change.isPending}>
        {texts.password.submit}
      </Button>
    </form>
  );
}

const form = css({ display: 'grid', gap: 'var(--s4)', justifyItems: 'stretch' });

const EMAIL_SENTENCES: Record<'email' | 'password', Sentences> = {
  email: {
    missing: texts.email.missing.email,
    mistyped: texts.email.mistyped,
    accepts: isEmail,
  },
  password: { missing: texts.email.missing.password },
};

/** Changes the email with which the person logs in. */
export function EmailForm() {
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [problems, setProblems] = useState<Problems>({});
  const change = useChangeEmail();

  function handleSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    if (change.isPending || !checkForm(form, EMAIL_SENTENCES, setProblems)) return;
    change.mutate(
      { email, password },
      {
        onSuccess: () => {
          setEmail('');
          setPassword('');
        },
        onError: (error) => {
          if (!isRefusedEntry(error)) return;
          // An answer names no field; its words decide.
          const name = /password/i.test(error.message) ? 'password' : 'email';
          showProblem(form, name, error.message, setProblems);
        },
      },
    );
  }

  return (
    <form css={form} onSubmit={handleSubmit} noValidate>
      <TextField
        label={texts.email.next}
        name="email"
        type="email"
        required
        limit={LIMITS.email}
        autoComplete="email"
        value={email}
        onChange={({ target }) => {
          setEmail(target.value);
          setProblems(({ email: _solved, ...others }) => others);
        }}
        problem={problems.email}
      />
      <PasswordField
        label={texts.email.password}
        name="password"
        required
        autoComplete="current-password"
        limit={LIMITS.passwordMax}
        value={password}
        onChange={({ target }) => {
          setPassword(target.value);
          setProblems(({ password: _solved, ...others }) => others);
        }}
        problem={problems.password}
      />
      <Button type="submit" look="quiet" busy={change.isPending}>
        {texts.email.submit}
      </Button>
    </form>
  );
}

/** Explains what happens to the messages; the password is the confirmation. */
export function DeleteAccount() {
  const remove = useDeleteAccount();
  return (
    <PasswordQuestion
      css={deletionForm}
      label={texts.deletion.password}
      missing={texts.deletion.missing}
      submit={texts.deletion.submit}
      look="danger"
      busy={remove.isPending}
      onSubmit={(password) => remove.mutateAsync(password)}
    >
      <p>{texts.deletion.consequences}</p>
    </PasswordQuestion>
  );
}

const deletionForm = css({
  display: 'grid',
  gap: 'var(--s4)',
  '& > p': { color: 'var(--text-muted)' },
});

interface PasswordQuestionProps {
  label: string;
  /** The message for an empty field. */
  missing: string;
  submit: string;
  look?: 'quiet' | 'danger';
  busy: boolean;
  /** Rejects if the server refuses the password. */
  onSubmit: (password: string) => Promise<unknown>;
  className?: string;
  children?: Elements;
}

/** Asks for the password before an action that cannot be undone. */
export function PasswordQuestion(props: PasswordQuestionProps) {
  const { label, missing, submit, look = 'quiet', busy, onSubmit, className, children } = props;
  const [password, setPassword] = useState('');
  const [problems, setProblems] = useState<Problems>({});

  function handleSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const sentences = { password: { missing } };
    if (busy || !checkForm(form, sentences, setProblems)) return;
    onSubmit(password).catch((error) => {
      if (isRefusedEntry(error)) showProblem(form, 'password', error.message, setProblems);
    });
  }

  return (
    <form className={className} onSubmit={handleSubmit} noValidate>
      {children}
      <PasswordField
        label={label}
        name="password"
        required
        autoComplete="current-password"
        limit={LIMITS.passwordMax}
        value={password}
        onChange={({ target }) => {
          setPassword(target.value);
          setProblems({});
        }}
        problem={problems.password}
      />
      <Button type="submit" look={look} busy={busy}>
        {submit}
      </Button>
    </form>
  );
}
