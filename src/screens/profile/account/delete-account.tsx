import { css } from '@emotion/react';
import { useDeleteAccount } from '../../../session/own-account.ts';
import { PasswordQuestion } from './password-question.tsx';
import { texts } from './texts.ts';

/** Explains what happens to the messages; the password is the confirmation. */
export function DeleteAccount() {
  const remove = useDeleteAccount();
  return (
    <PasswordQuestion
      css={form}
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

const form = css({
  display: 'grid',
  gap: 'var(--s4)',
  '& > p': { color: 'var(--text-muted)' },
});
