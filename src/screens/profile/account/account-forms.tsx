import { css } from '@emotion/react';
import { type ChangeEvent, type FormEvent, useState } from 'react';
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

/** Changes the password, which logs out every other device. */
export function PasswordForm() {
  const change = useChangePassword();
  const { form, field } = useEntries({
    entries: { password: '', newPassword: '' },
    sentences: {
      password: { missing: texts.password.missing.current },
      newPassword: {
        missing: texts.password.missing.next,
        tooShort: texts.password.tooShort(LIMITS.passwordMin),
      },
    },
    isBusy: change.isPending,
    submit: change.mutateAsync,
    findField: (refusal) => (/\bwrong\b|\bcurrent\b/i.test(refusal) ? 'password' : 'newPassword'),
  });
  return (
    <form css={fields} {...form}>
      <PasswordField
        label={texts.password.current}
        autoComplete="current-password"
        limit={LIMITS.passwordMax}
        {...field('password')}
      />
      <PasswordField
        label={texts.password.next}
        autoComplete="new-password"
        minLength={LIMITS.passwordMin}
        limit={LIMITS.passwordMax}
        hint={texts.password.hint(LIMITS.passwordMin)}
        {...field('newPassword')}
      />
      <Button type="submit" look="quiet" busy={change.isPending}>
        {texts.password.submit}
      </Button>
    </form>
  );
}

/** Changes the email with which the person logs in. */
export function EmailForm() {
  const change = useChangeEmail();
  const { form, field } = useEntries({
    entries: { email: '', password: '' },
    sentences: {
      email: {
        missing: texts.email.missing.email,
        mistyped: texts.email.mistyped,
        accepts: isEmail,
      },
      password: { missing: texts.email.missing.password },
    },
    isBusy: change.isPending,
    submit: change.mutateAsync,
    findField: (refusal) => (/password/i.test(refusal) ? 'password' : 'email'),
  });
  return (
    <form css={fields} {...form}>
      <TextField
        label={texts.email.next}
        type="email"
        limit={LIMITS.email}
        autoComplete="email"
        {...field('email')}
      />
      <PasswordField
        label={texts.email.password}
        autoComplete="current-password"
        limit={LIMITS.passwordMax}
        {...field('password')}
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

const fields = css({
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
  children?: Elements;
}

/** Asks for the password before an action that cannot be undone. */
export function PasswordQuestion(props: PasswordQuestionProps) {
  const { label, missing, submit, look = 'quiet', busy, onSubmit, children } = props;
  const { form, field } = useEntries({
    entries: { password: '' },
    sentences: { password: { missing } },
    isBusy: busy,
    submit: ({ password }) => onSubmit(password),
    findField: () => 'password',
  });
  return (
    <form css={fields} {...form}>
      {children}
      <PasswordField
        label={label}
        autoComplete="current-password"
        limit={LIMITS.passwordMax}
        {...field('password')}
      />
      <Button type="submit" look={look} busy={busy}>
        {submit}
      </Button>
    </form>
  );
}

interface EntriesOptions<Entries> {
  /** Of an empty form. */
  entries: Entries;
  sentences: Record<keyof Entries & string, Sentences>;
  isBusy: boolean;
  submit: (entries: Entries) => Promise<unknown>;
  /** The field that a refusal is about. An answer names no field; its words decide. */
  findField: (refusal: string) => keyof Entries & string;
}

/** A form whose fields are all needed. It is empty again after it was accepted. */
function useEntries<Entries extends Record<string, string>>(options: EntriesOptions<Entries>) {
  const { entries: empty, sentences, isBusy, submit, findField } = options;
  const [entries, setEntries] = useState(empty);
  const [problems, setProblems] = useState<Problems>({});

  function handleSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    if (isBusy || !checkForm(form, sentences, setProblems)) return;
    submit(entries).then(
      () => setEntries(empty),
      (error) => {
        if (!isRefusedEntry(error)) return;
        showProblem(form, findField(error.message), error.message, setProblems);
      },
    );
  }

  return {
    form: { onSubmit: handleSubmit, noValidate: true },
    field: (name: keyof Entries & string) => ({
      name,
      required: true,
      value: entries[name],
      onChange: ({ target }: ChangeEvent<HTMLInputElement>) => {
        setEntries((before) => ({ ...before, [name]: target.value }));
        setProblems(({ [name]: _solved, ...others }) => others);
      },
      problem: problems[name],
    }),
  };
}
