import { css } from '@emotion/react';
import { CircleAlert } from 'lucide-react';
import { Button } from '../../ui/button.tsx';

const problem = css({
  display: 'grid',
  placeContent: 'center',
  justifyItems: 'center',
  gap: 'var(--s2)',
  padding: 'var(--s8)',
  textAlign: 'center',
  color: 'var(--text-muted)',
  overflowWrap: 'anywhere',
  '& > strong': { font: 'var(--t-lg)', letterSpacing: 'var(--track-tight)', color: 'var(--text)' },
  '& > button': { marginTop: 'var(--s4)' },
});

/** The messages could not be loaded. */
export function ConversationProblem({
  error,
  onRetry,
}: {
  error: Error | null;
  onRetry: () => void;
}) {
  return (
    <div css={problem} role="alert">
      <CircleAlert size={28} strokeWidth={1.75} aria-hidden="true" />
      <strong>The messages did not load</strong>
      {error && <p>{error.message}</p>}
      <Button look="quiet" onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}
