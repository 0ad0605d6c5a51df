import { css } from '@emotion/react';
import { Link } from '@tanstack/react-router';
import { messageOf } from '../lib/message-of.ts';
import { buttonStyle } from '../ui/button.tsx';
import { useDocumentTitle } from '../ui/document-title.ts';
import { LogoInParts } from '../ui/logo.tsx';
import { centredScreen } from '../ui/styles.ts';

const screen = css({
  ...centredScreen,
  '& > h1': {
    marginBlockStart: 'var(--s6)',
    font: 'var(--t-xl)',
    letterSpacing: '-.02em',
    textWrap: 'balance',
  },
  '& > p': { color: 'var(--text-muted)', overflowWrap: 'anywhere' },
  '& > a': { marginBlockStart: 'var(--s5)' },
});

/** Spec section 8. */
const texts = {
  page: 'Error',
  title: 'Unexpected Application Error!',
  notFound: '404 Not Found',
  back: 'Back to Duet',
} as const;

/** Shown if a route or screen fails (spec section 8): the error, and a way back. */
export function ErrorScreen({ error }: { error: unknown }) {
  return <FailureScreen reason={messageOf(error)} />;
}

/** For an address that no route matches. */
export function NotFoundScreen() {
  return <FailureScreen reason={texts.notFound} />;
}

function FailureScreen({ reason }: { reason: string }) {
  useDocumentTitle(texts.page);
  return (
    <main css={screen}>
      <LogoInParts />
      <h1>{texts.title}</h1>
      <p role="alert">{reason}</p>
      {/* A real load, so that whatever state led here is gone. */}
      <Link to="/" reloadDocument css={buttonStyle}>
        {texts.back}
      </Link>
    </main>
  );
}
