import { css } from '@emotion/react';
import { Link } from '@tanstack/react-router';
import { texts } from './texts.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The form that /login shows; absent: sign-up. */
    authMode?: 'login';
  }
}

const line = css({
  marginBlockStart: 'var(--s1)',
  font: 'var(--t-sm)',
  color: 'var(--text-muted)',
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
  onSwitch: () => void;
}

/** Switches between the two auth forms. */
export function ModeSwitch({ isLogin, onSwitch }: ModeSwitchProps) {
  const { question, link: words } = isLogin ? texts.toSignUp : texts.toLogin;
  return (
    <p css={line}>
      <span>{`${question} `}</span>
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
