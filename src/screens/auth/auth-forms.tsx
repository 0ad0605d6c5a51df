/** The forms of the auth screen: login, sign-up in two steps, new password. */
import { css } from '@emotion/react';
import { LIMITS } from '../../protocol/limits.ts';
import type { Sentences } from '../../ui/check-form.ts';
import { PasswordField, TextAreaField, TextField } from '../../ui/field.tsx';
import { AuthForm, type Entry, type FormProps } from './auth-form.tsx';
import type { Entrance } from './entrance.ts';
import { texts } from './texts.ts';

export function LoginForm(props: FormProps) {
  return (
    <AuthForm {...props} isLogin>
      <TextField {...ofForm(props, 'email')} type="email" autoComplete="username" />
      <PasswordField {...ofForm(props, 'password')} autoComplete="current-password" />
    </AuthForm>
  );
}

type Rule = typeof import('../../protocol/password-rule.ts');

let rule: Rule | null = null;

/** Without the rule, the server alone refuses such passwords. A failed load is repeated with the next letter. */
async function loadRule(): Promise<void> {
  rule ??= await import('../../protocol/password-rule.ts').catch(() => null);
}

const describeProblems = (entry: Entry): Record<string, Sentences> => ({
  ...texts.problems,
  password: {
    ...texts.problems.password,
    find: (password) => rule?.findPasswordRefusal(password, entry),
  },
});

/** Sign-up, step one: the person's data. Its submit leads to step two. */
export function CredentialsStep(props: FormProps) {
  return (
    <AuthForm {...props} sentences={describeProblems(props.fields.values)} progress={texts.step(1)}>
      <InvitedBy {...props.entrance} />
      <TextField
        {...ofForm(props, 'fullName')}
        limit={LIMITS.fullName}
        autoComplete="name"
        dir="auto"
      />
      <TextField
        {...ofForm(props, 'email')}
        type="email"
        limit={LIMITS.email}
        autoComplete="email"
      />
      <NewPasswordField {...props} />
    </AuthForm>
  );
}

/** Who sent the invitation, above the fields. */
function InvitedBy({ invite, from }: Entrance) {
  if (!invite) return null;
  return (
    <p css={note} data-invited>
      <bdi>{from === undefined ? texts.invited : texts.invitedBy(from)}</bdi>
    </p>
  );
}

function NewPasswordField(props: FormProps) {
  const field = ofForm(props, 'password');
  return (
    <PasswordField
      {...field}
      onChange={(event) => {
        void loadRule();
        field.onChange(event);
      }}
      hint={texts.passwordHint(LIMITS.passwordMin)}
      minLength={LIMITS.passwordMin}
      limit={LIMITS.passwordMax}
      autoComplete="new-password"
    />
  );
}

/** Sign-up, step two: a few words about the person. */
export function BioStep(props: FormProps & { onBack: () => void }) {
  return (
    <AuthForm {...props} progress={texts.step(2)}>
      <TextAreaField
        {...ofForm(props, 'bio')}
        rows={4}
        limit={LIMITS.bio}
        placeholder={texts.bioPlaceholder}
      />
    </AuthForm>
  );
}

/** In place of the sign-up, which would be refused: why, before anything is typed. */
export function NoSignUp({ entrance, ...props }: FormProps) {
  return (
    <AuthForm
      {...props}
      entrance={entrance}
      isOnlyText
      {...(entrance.spent === 'reset' && { title: texts.newPassword })}
    >
      <p css={note}>
        {entrance.spent
          ? texts.spent[entrance.spent]
          : entrance.signUps === 'closed'
            ? texts.isClosed
            : texts.needsInvitation}
      </p>
    </AuthForm>
  );
}

/** Opened by a link for a new password, which also logs in. */
export function ResetForm(props: FormProps) {
  const { email } = props.entrance;
  const sentences = describeProblems({ ...props.fields.values, email: email ?? '' });
  return (
    <AuthForm
      {...props}
      title={texts.newPassword}
      submit={texts.saveAndLogIn}
      sentences={sentences}
      hasTerms={false}
    >
      <p css={note}>{email ? texts.newPasswordFor(email) : texts.newPasswordForYou}</p>
      {/* For the browser's list of passwords, which ignores inputs of the type hidden. */}
      <input type="text" hidden readOnly autoComplete="username" value={email ?? ''} />
      <NewPasswordField {...props} />
    </AuthForm>
  );
}

/** Props of a field from its form. */
const ofForm = ({ fields }: FormProps, name: keyof Entry) => ({
  ...fields.field(name),
  label: texts[name],
});

const note = css({
  overflowWrap: 'anywhere',
  color: 'var(--text-muted)',
  '&[data-invited]': {
    padding: 'var(--s3) var(--s4)',
    borderRadius: 'var(--r-m)',
    background: 'var(--accent-soft)',
    color: 'var(--accent-text)',
    fontWeight: 600,
  },
});
