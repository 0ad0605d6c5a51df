import { css } from '@emotion/react';
import { Button } from '../../ui/button.tsx';
import { CircleAlert } from '../../ui/icons/icons.ts';
import { flexRow, inMiddle, muted } from '../../ui/styles.ts';
import { texts } from './texts.ts';

const screen = css({
  ...inMiddle,
  gap: 'var(--s2)',
  padding: 'var(--s8)',
  color: 'var(--text-muted)',
  overflowWrap: 'anywhere',
  '& > strong': { font: 'var(--t-lg)', letterSpacing: 'var(--track-tight)', color: 'var(--text)' },
  '& > button': { marginBlockStart: 'var(--s4)' },
});
const strip = css({
  ...flexRow('var(--s1) var(--s2)'),
  flexWrap: 'wrap',
  boxSizing: 'border-box',
  width: '100%',
  maxWidth: 'calc(var(--column) + 2 * var(--gap))',
  marginInline: 'auto',
  paddingBlockEnd: 'var(--s2)',
  paddingInline: 'var(--gap)',
  ...muted,
  overflowWrap: 'anywhere',
  '& > svg': { flex: 'none', width: 18, height: 18 },
  '& > strong': { fontWeight: 600, color: 'var(--text)' },
  '& > p': { flex: 1, minWidth: 'min(100%, 12rem)' },
});

interface ConversationProblemProps {
  /** `screen`: instead of the messages. `strip`: below stored messages. */
  as?: 'screen' | 'strip';
  error: Error | null;
  onRetry: () => void;
}

export function ConversationProblem({ as = 'screen', error, onRetry }: ConversationProblemProps) {
  return (
    <div css={as === 'screen' ? screen : strip} role="alert">
      <CircleAlert size={28} strokeWidth={1.75} />
      <strong>{texts.problem}</strong>
      {error && <p>{error.message}</p>}
      <Button
        look="quiet"
        onClick={({ currentTarget }) => {
          // The button is removed while they load, and would lose the focus.
          currentTarget.closest<HTMLElement>('[data-part=messages]')?.focus();
          onRetry();
        }}
      >
        {texts.tryAgain}
      </Button>
    </div>
  );
}
