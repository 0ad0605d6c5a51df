import { css } from '@emotion/react';
import { Link } from '@tanstack/react-router';
import { texts } from './texts.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Which form /login shows; absent: sign up. */
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
  /** Which form it stands under. */
  isLogin: boolean;
  onSwitch: () => void;
}

/** The way from one form of the auth screen to the other. */
export function ModeSwitch({ isLogin, onSwitch }: ModeSwitchProps) {
  const { question, link: words } = isLogin ? texts.toSignUp : texts.toLogin;
  return (
    <p css={line}>
      {question}{' '}
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
