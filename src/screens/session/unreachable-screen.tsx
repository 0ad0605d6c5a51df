import { css } from '@emotion/react';
import { Button } from '../../ui/button.tsx';
import { useDocumentTitle } from '../../ui/document-title.ts';
import { Mark } from '../../ui/mark.tsx';
import { visuallyHidden } from '../../ui/visually-hidden.tsx';
import { splash } from './session-check-screen.tsx';

const words = css({ marginTop: 'var(--s6)', font: 'var(--t-md)', color: 'var(--text-muted)' });
const button = css({ marginTop: 'var(--s4)' });

interface UnreachableScreenProps {
  /** A try is under way. */
  isTrying: boolean;
  onTryNow: () => void;
}

/** When the session could not be checked: it stays, and so does the person, until the server is back. */
export function UnreachableScreen({ isTrying, onTryNow }: UnreachableScreenProps) {
  useDocumentTitle('Reconnecting');
  return (
    <main css={splash}>
      <Mark width={96} />
      <h1 css={visuallyHidden}>Duet</h1>
      <p css={words} role="status">
        Can’t reach Duet. Trying again…
      </p>
      <Button css={button} look="quiet" busy={isTrying} onClick={onTryNow}>
        Try now
      </Button>
    </main>
  );
}
