import { css } from '@emotion/react';
import { type FormEvent, useState } from 'react';
import { LIMITS } from '../../../protocol/limits.ts';
import { useDeleteAccount } from '../../../session/own-account.ts';
import { Button } from '../../../ui/button.tsx';
import { checkForm, type Problems, type Sentences } from '../../../ui/check-form.ts';
import { PasswordField } from '../../../ui/password-field.tsx';
import { texts } from './texts.ts';

const SENTENCES: Record<'password', Sentences> = {
  password: { missing: texts.deletion.missing },
};

/** Says what happens to the messages before it happens; the password is the second thought. */
export function DeleteAccount() {
  const [password, setPassword] = useState('');
  const [problems, setProblems] = useState<Problems>({});
  const remove = useDeleteAccount();

  function handleSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (remove.isPending || !checkForm(event.currentTarget, SENTENCES, setProblems)) return;
    remove.mutate(password);
  }

  return (
    <form css={form} onSubmit={handleSubmit} noValidate>
      <p>{texts.deletion.consequences}</p>
      <PasswordField
        label={texts.deletion.password}
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
      <Button type="submit" look="quiet" busy={remove.isPending}>
        {texts.deletion.submit}
      </Button>
    </form>
  );
}

const form = css({
  display: 'grid',
  gap: 'var(--s4)',
  '& > p': { color: 'var(--text-muted)' },
  '& > button': { color: 'var(--danger)' },
});
