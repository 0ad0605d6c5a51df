import { css } from '@emotion/react';
import { useIsGateClosed } from '../../stores/gate.ts';
import { Button } from '../../ui/button.tsx';
import { useDocumentTitle } from '../../ui/document-title.ts';
import { Mark } from '../../ui/mark.tsx';
import { visuallyHidden } from '../../ui/visually-hidden.tsx';
import { splash } from './session-check-screen.tsx';
import { texts } from './texts.ts';

const words = css({
  marginBlockStart: 'var(--s6)',
  font: 'var(--t-md)',
  color: 'var(--text-muted)',
});
const button = css({ marginBlockStart: 'var(--s4)' });

interface UnreachableScreenProps {
  /** An attempt is in progress. */
  isTrying: boolean;
  onTryNow: () => void;
}

/** Shown if the session could not be checked: session and person stay until the server is back. */
export function UnreachableScreen({ isTrying, onTryNow }: UnreachableScreenProps) {
  useDocumentTitle(texts.page);
  const isGateClosed = useIsGateClosed();
  return (
    <main css={splash}>
      <Mark width={96} />
      <h1 css={visuallyHidden}>{texts.app}</h1>
      <p css={words} role="status">
        {isGateClosed ? texts.isInFront : texts.unreachable}
      </p>
      {isGateClosed ? (
        <Button css={button} onClick={() => location.reload()}>
          {texts.reload}
        </Button>
      ) : (
        <Button css={button} look="quiet" busy={isTrying} onClick={onTryNow}>
          {texts.tryNow}
        </Button>
      )}
    </main>
  );
}
