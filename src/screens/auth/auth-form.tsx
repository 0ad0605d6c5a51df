import { css } from '@emotion/react';
import { type FormEvent, useEffect, useRef } from 'react';
import { Button } from '../../ui/button.tsx';
import { checkForm, type Sentences } from '../../ui/check-form.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { useDocumentTitle } from '../../ui/document-title.ts';
import type { Elements } from '../../ui/elements.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { ArrowLeft } from '../../ui/icons/icons.ts';
import { Brand } from '../../ui/mark.tsx';
import { medium } from '../../ui/media.ts';
import type { FormProps } from './entry.ts';
import { ModeSwitch } from './mode-switch.tsx';
import { texts } from './texts.ts';

const form = css({
  display: 'grid',
  alignContent: 'start',
  gap: 'var(--s4)',
  width: '100%',
  maxWidth: 380,
  padding: 'var(--s6) var(--s5) var(--s8)',
  // All forms get the same height: the title does not move for another mode, another step or a problem.
  [medium]: {
    maxWidth: 444,
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
    display: 'flex',
    alignItems: 'center',
    gap: 2,
    minHeight: 'var(--tap)',
    font: 'var(--t-sm)',
    color: 'var(--text-muted)',
  },
  '& button': { marginInlineStart: -12, color: 'var(--text)' },
  '& h1': { font: 'var(--t-xl)', letterSpacing: '-.02em' },
});

interface AuthFormProps extends FormProps {
  isLogin?: boolean;
  /** Shown above the title, such as "Step 1 of 2". */
  progress?: string;
  onBack?: () => void;
  /** Texts for its fields beyond `texts.problems`. */
  sentences?: Record<string, Sentences>;
  children: Elements;
}

/** The common parts of the auth forms, around their fields; it also checks the fields. */
export function AuthForm(props: AuthFormProps) {
  const { isLogin = false, progress, onBack, onProblems, onSubmit, takesFocus, children } = props;
  const { sentences = texts.problems } = props;
  const title = isLogin ? texts.login : texts.signUp;
  useDocumentTitle(title);
  const ref = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (takesFocus) ref.current?.querySelector<HTMLElement>('input, textarea')?.focus();
  }, [takesFocus]);

  function handleSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (checkForm(event.currentTarget, sentences, onProblems)) onSubmit();
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
      <Checkbox
        label={<span>{texts.terms}</span>}
        name="isAgreed"
        checked={props.entry.isAgreed}
        onChange={props.onChange}
      />
      <Button type="submit" wide busy={props.isBusy}>
        {isLogin ? texts.loginNow : texts.createAccount}
      </Button>
      <ModeSwitch isLogin={isLogin} onSwitch={props.onSwitch} />
    </form>
  );
}
