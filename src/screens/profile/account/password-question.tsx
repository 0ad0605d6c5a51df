import { type FormEvent, type ReactNode, useState } from 'react';
import { LIMITS } from '../../../protocol/limits.ts';
import { Button } from '../../../ui/button.tsx';
import { checkForm, type Problems } from '../../../ui/check-form.ts';
import { PasswordField } from '../../../ui/password-field.tsx';

interface PasswordQuestionProps {
  label: string;
  /** Said when nothing was typed. */
  missing: string;
  submit: string;
  busy: boolean;
  onSubmit: (password: string) => void;
  className?: string;
  children?: ReactNode;
}

/** Asks for the password before something that cannot be undone. */
export function PasswordQuestion(props: PasswordQuestionProps) {
  const { label, missing, submit, busy, onSubmit, className, children } = props;
  const [password, setPassword] = useState('');
  const [problems, setProblems] = useState<Problems>({});

  function handleSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const sentences = { password: { missing } };
    if (!busy && checkForm(event.currentTarget, sentences, setProblems)) onSubmit(password);
  }

  return (
    <form className={className} onSubmit={handleSubmit} noValidate>
      {children}
      <PasswordField
        label={label}
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
        {submit}
      </Button>
    </form>
  );
}
