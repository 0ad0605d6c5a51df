import { type FormEvent, useState } from 'react';
import { LIMITS } from '../../../protocol/limits.ts';
import { isRefusedEntry } from '../../../session/refused-entry.ts';
import { Button } from '../../../ui/button.tsx';
import { checkForm, type Problems, showProblem } from '../../../ui/check-form.ts';
import type { Elements } from '../../../ui/elements.ts';
import { PasswordField } from '../../../ui/password-field.tsx';

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
