/** The forms of the auth screen: login, sign-up in two steps, new password. They share `AuthForm`. */
import { css } from '@emotion/react';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useEffect, useRef } from 'react';
import { LIMITS } from '../../protocol/limits.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { checkForm, type Sentences } from '../../ui/check-form.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { useDocumentTitle } from '../../ui/document-title.ts';
import type { Elements } from '../../ui/elements.ts';
import { PasswordField, TextAreaField, TextField } from '../../ui/field.tsx';
import { ArrowLeft } from '../../ui/icons/icons.ts';
import { Brand } from '../../ui/logo.tsx';
import { medium } from '../../ui/media.ts';
import { flexRow, muted } from '../../ui/styles.ts';
import type { useFields } from '../../ui/use-fields.ts';
import type { Entrance } from './entrance.ts';
import { texts } from './texts.ts';

/** What a person has typed on the auth screen. It stays across steps and modes. */
export const EMPTY_ENTRY = { fullName: '', email: '', password: '', bio: '' };
export type Entry = typeof EMPTY_ENTRY;

export interface FormProps {
  fields: ReturnType<typeof useFields<keyof Entry>>;
  /** The terms; shown, not enforced (spec section 5). */
  isAgreed: boolean;
  onAgree: (isAgreed: boolean) => void;
  entrance: Entrance;
  isBusy: boolean;
  /** Takes the focus when it appears: the person has just switched to it. */
  takesFocus: boolean;
  /** All fields are valid. */
  onSubmit: (entry: Entry) => void;
  onSwitch: () => void;
}

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
let isRuleAsked = false;

/** Without the rule, the server alone refuses such passwords. A failed load is repeated with the next letter. */
function loadRule() {
  if (isRuleAsked) return;
  isRuleAsked = true;
  import('../../protocol/password-rule.ts').then(
    (loaded) => {
      rule = loaded;
    },
    () => {
      isRuleAsked = false;
    },
  );
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
        loadRule();
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

const form = css({
  display: 'grid',
  alignContent: 'start',
  gap: 'var(--s4)',
  width: '100%',
  maxWidth: '23.75rem',
  padding: 'var(--s6) var(--s5) var(--s8)',
  // All forms get the same height: the title does not move for another mode, another step or a problem.
  [medium]: {
    maxWidth: '27.75rem',
    padding: 'var(--s8)',
    marginBlockStart: 'max(0px, (100dvh - 680px) / 2)',
  },
  '& > button': { marginBlockStart: 'var(--s1)' },
});
const brand = css({ marginBlockEnd: 'var(--s1)' });
const top = css({
  display: 'grid',
  gap: 2,
  marginBlockEnd: 'var(--s2)',
  '& > div': {
    ...flexRow(2),
    minHeight: 'var(--tap)',
    ...muted,
  },
  '& button': { marginInlineStart: -12, color: 'var(--text)' },
  '& h1': { font: 'var(--t-xl)', letterSpacing: '-.02em' },
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

interface AuthFormProps extends FormProps {
  isLogin?: boolean;
  /** Absent: that of the mode. */
  title?: string;
  submit?: string;
  /** Nothing can be entered or sent. */
  isOnlyText?: boolean;
  /** The person may still have to agree to the terms. */
  hasTerms?: boolean;
  /** Shown above the title, such as "Step 1 of 2". */
  progress?: string;
  onBack?: () => void;
  /** Texts for its fields beyond `texts.problems`. */
  sentences?: Record<string, Sentences>;
  children: Elements;
}

/** The common parts of the auth forms, around their fields; it also checks the fields. */
function AuthForm(props: AuthFormProps) {
  const { isLogin = false, fields, progress, onBack, takesFocus, children } = props;
  const { sentences = texts.problems, isOnlyText = false, hasTerms = true } = props;
  const { title = isLogin ? texts.login : texts.signUp } = props;
  const { submit = isLogin ? texts.loginNow : texts.createAccount } = props;
  const { reset, spent } = props.entrance;
  useDocumentTitle(title);
  const ref = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (takesFocus) ref.current?.querySelector<HTMLElement>('input, textarea')?.focus();
  }, [takesFocus]);

  function handleSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    // Before the problems are rendered, which would put back the values that are known.
    const read = fields.read(event.currentTarget);
    if (checkForm(event.currentTarget, sentences, fields.setProblems)) props.onSubmit(read);
  }

  return (
    // Not checked by the browser: its bubbles would cover the sentences below the fields.
    <form ref={ref} css={form} onSubmit={handleSubmit} noValidate>
      <Brand css={brand} width={42} />
      <div css={top}>
        <div>
          {onBack && (
            <IconButton label={texts.back} onClick={onBack}>
              <ArrowLeft size={20} />
            </IconButton>
          )}
          <span>{progress}</span>
        </div>
        <h1>{title}</h1>
      </div>
      {children}
      {!isOnlyText && (
        <>
          {hasTerms && (
            <Checkbox
              label={<span>{texts.terms}</span>}
              name="isAgreed"
              checked={props.isAgreed}
              onChange={({ target }) => props.onAgree(target.checked)}
            />
          )}
          <Button type="submit" wide busy={props.isBusy}>
            {submit}
          </Button>
        </>
      )}
      <ModeSwitch
        isLogin={isLogin}
        isReset={reset !== undefined || spent === 'reset'}
        onSwitch={props.onSwitch}
      />
    </form>
  );
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The form that /login shows; absent: sign-up. */
    authMode?: 'login';
  }
}

const line = css({
  marginBlockStart: 'var(--s1)',
  ...muted,
});
const link = css({
  fontWeight: 600,
  padding: '4px 2px',
  margin: '-4px -2px',
  borderRadius: 4,
  '&:hover': { textDecorationThickness: 2 },
});

interface ModeSwitchProps {
  /** The form above it. */
  isLogin: boolean;
  /** The person has come by a link for a new password. */
  isReset: boolean;
  onSwitch: () => void;
}

function ModeSwitch({ isLogin, isReset, onSwitch }: ModeSwitchProps) {
  const { question, link: words } = isLogin ? texts.toSignUp : texts.toLogin;
  return (
    <p css={line}>
      <span>{`${isReset && !isLogin ? texts.isRemembered : question} `}</span>
      <Link
        to="/login"
        search={true}
        replace
        state={isLogin ? {} : { authMode: 'login' }}
        css={link}
        onClick={onSwitch}
      >
        {words}
      </Link>
    </p>
  );
}
