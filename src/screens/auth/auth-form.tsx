/** What the forms of the auth screen have in common, around their fields. */
import { css } from '@emotion/react';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useEffect, useRef } from 'react';
import { Button, IconButton } from '../../ui/button.tsx';
import { checkForm, type Sentences } from '../../ui/check-form.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { useDocumentTitle } from '../../ui/document-title.ts';
import type { Elements } from '../../ui/elements.ts';
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

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The form that /login shows; absent: sign-up. */
    authMode?: 'login';
  }
}

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

/** Also checks the fields. */
export function AuthForm(props: AuthFormProps) {
  const { isLogin = false, fields, progress, onBack, takesFocus, children } = props;
  const { sentences = texts.problems, isOnlyText = false, hasTerms = true } = props;
  const { title = isLogin ? texts.login : texts.signUp } = props;
  const { submit = isLogin ? texts.loginNow : texts.createAccount } = props;
  /** The person has come by a link for a new password. */
  const isReset = props.entrance.reset !== undefined || props.entrance.spent === 'reset';
  const toOther = isLogin ? texts.toSignUp : texts.toLogin;
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
      <p css={line}>
        <span>{`${isReset && !isLogin ? texts.isRemembered : toOther.question} `}</span>
        <Link
          to="/login"
          search={true}
          replace
          state={isLogin ? {} : { authMode: 'login' }}
          css={link}
          onClick={props.onSwitch}
        >
          {toOther.link}
        </Link>
      </p>
    </form>
  );
}
