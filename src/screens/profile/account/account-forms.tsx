import { css } from '@emotion/react';
import type { FormEvent } from 'react';
import { isRefusedEntry } from '../../../api/errors.ts';
import { isEmail } from '../../../protocol/email.ts';
import { LIMITS } from '../../../protocol/limits.ts';
import { useMe } from '../../../session/auth.ts';
import {
  useChangeEmail,
  useChangePassword,
  useDeleteAccount,
} from '../../../session/own-account.ts';
import { Button } from '../../../ui/button.tsx';
import { checkForm, type Sentences, showProblem } from '../../../ui/check-form.ts';
import type { Elements } from '../../../ui/elements.ts';
import { PasswordField, TextField } from '../../../ui/field.tsx';
import { useFields } from '../../../ui/use-fields.ts';
import { texts } from './texts.ts';

/** Changes the password, which logs out every other device. */
export function PasswordForm() {
  const { mutateAsync, isPending } = useChangePassword();
  const { email } = useMe();
  const fields = useFields({ password: '', newPassword: '' });
  return (
    <AccountForm
      fields={fields}
      sentences={{
        password: { missing: texts.password.missing.current },
        newPassword: {
          missing: texts.password.missing.next,
          tooShort: texts.password.tooShort(LIMITS.passwordMin),
        },
      }}
      submit={texts.password.submit}
      busy={isPending}
      onSubmit={mutateAsync}
      findField={(problem) => (/\bwrong\b|\bcurrent\b/i.test(problem) ? 'password' : 'newPassword')}
    >
      {/* Tells password managers whose password it is. */}
      <input type="text" hidden readOnly autoComplete="username" value={email ?? ''} />
      <CurrentPassword label={texts.password.current} field={fields.field('password')} />
      <PasswordField
        {...fields.field('newPassword')}
        label={texts.password.next}
        autoComplete="new-password"
        minLength={LIMITS.passwordMin}
        limit={LIMITS.passwordMax}
        hint={texts.password.hint(LIMITS.passwordMin)}
      />
    </AccountForm>
  );
}

/** Changes the email with which the person logs in. */
export function EmailForm() {
  const { mutateAsync, isPending } = useChangeEmail();
  const fields = useFields({ email: '', password: '' });
  return (
    <AccountForm
      fields={fields}
      sentences={{
        email: {
          missing: texts.email.missing.email,
          mistyped: texts.email.mistyped,
          accepts: isEmail,
        },
        password: { missing: texts.email.missing.password },
      }}
      submit={texts.email.submit}
      busy={isPending}
      onSubmit={mutateAsync}
      findField={(problem) => (/password/i.test(problem) ? 'password' : 'email')}
    >
      <TextField
        {...fields.field('email')}
        label={texts.email.next}
        type="email"
        limit={LIMITS.email}
        autoComplete="email"
      />
      <CurrentPassword label={texts.email.password} field={fields.field('password')} />
    </AccountForm>
  );
}

/** Explains what happens to the messages; the password is the confirmation. */
export function DeleteAccount() {
  const { mutateAsync, isPending } = useDeleteAccount();
  return (
    <PasswordQuestion
      {...texts.deletion}
      look="danger"
      busy={isPending}
      onSubmit={mutateAsync}
      before={<p>{texts.deletion.consequences}</p>}
    />
  );
}

interface PasswordQuestionProps {
  password: string;
  /** The message for an empty field. */
  missing: string;
  submit: string;
  look?: 'quiet' | 'danger';
  busy: boolean;
  /** Rejects if the server refuses the password. */
  onSubmit: (password: string) => Promise<unknown>;
  before?: Elements;
}

/** Asks for the password before an action that cannot be undone. */
export function PasswordQuestion(props: PasswordQuestionProps) {
  const { password, missing, onSubmit, before, ...others } = props;
  const fields = useFields({ password: '' });
  return (
    <AccountForm
      {...others}
      fields={fields}
      sentences={{ password: { missing } }}
      onSubmit={(values) => onSubmit(values.password)}
      findField={() => 'password'}
    >
      {before}
      <CurrentPassword label={password} field={fields.field('password')} />
    </AccountForm>
  );
}

interface CurrentPasswordProps {
  label: string;
  field: ReturnType<ReturnType<typeof useFields>['field']>;
}

function CurrentPassword({ label, field }: CurrentPasswordProps) {
  return (
    <PasswordField
      {...field}
      label={label}
      autoComplete="current-password"
      limit={LIMITS.passwordMax}
    />
  );
}

interface AccountFormProps<Name extends string> {
  fields: ReturnType<typeof useFields<Name>>;
  sentences: Record<Name, Sentences>;
  submit: string;
  look?: 'quiet' | 'danger';
  busy: boolean;
  onSubmit: (values: Record<Name, string>) => Promise<unknown>;
  /** The field that a refusal is about. An answer names none; its words decide. */
  findField: (problem: string) => Name;
  children: Elements;
}

/** Checks its fields, and is empty again after a success. */
function AccountForm<Name extends string>(props: AccountFormProps<Name>) {
  const { fields, sentences, submit, look = 'quiet', busy, onSubmit, findField, children } = props;

  function handleSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const values = fields.read(form);
    if (busy || !checkForm(form, sentences, fields.setProblems)) return;
    onSubmit(values).then(fields.reset, (error) => {
      if (!isRefusedEntry(error)) return;
      showProblem(form, findField(error.message), error.message, fields.setProblems);
    });
  }

  return (
    <form css={form} onSubmit={handleSubmit} noValidate>
      {children}
      <Button type="submit" look={look} busy={busy}>
        {submit}
      </Button>
    </form>
  );
}

const form = css({
  display: 'grid',
  gap: 'var(--s4)',
  '& > p': { color: 'var(--text-muted)' },
});
