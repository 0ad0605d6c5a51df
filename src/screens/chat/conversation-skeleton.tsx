import { css } from '@emotion/react';
import { Button } from '../../ui/button.tsx';
import { CircleAlert } from '../../ui/icons/icons.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { texts } from './texts.ts';

/** Bar, messages, box. */
export const conversationLayout = css({
  // While files may be dropped, a hint covers all of it.
  position: 'relative',
  display: 'grid',
  gridTemplateRows: 'auto minmax(0, 1fr) auto',
  // As wide as the sheet, however long a name is.
  gridTemplateColumns: 'minmax(0, 1fr)',
  height: '100%',
  minHeight: 0,
});

const layout = css({
  display: 'flex',
  flexDirection: 'column',
  justifyContent: 'flex-end',
  gap: 'var(--s4)',
  minHeight: 0,
  width: '100%',
  maxWidth: 'calc(var(--column) + 2 * var(--gap))',
  margin: '0 auto',
  padding: '0 var(--gap) var(--s5)',
  overflow: 'hidden',
  '& > div': { display: 'flex', flex: 'none', alignItems: 'flex-end', gap: 'var(--s2)' },
  '& > [data-side=own]': { flexDirection: 'row-reverse' },
  '& .avatar': { flex: 'none', width: 32, height: 32 },
  '& .bubble': {
    maxWidth: '86%',
    borderRadius: 'var(--r-l)',
    borderEndStartRadius: 'var(--r-tuck)',
  },
  '& [data-side=own] .bubble': {
    borderEndStartRadius: 'var(--r-l)',
    borderEndEndRadius: 'var(--r-tuck)',
  },
});

const SHAPES = [
  { isOwn: false, width: 220, height: 38 },
  { isOwn: false, width: 330, height: 60 },
  { isOwn: true, width: 260, height: 38 },
  { isOwn: true, width: 180, height: 38 },
  { isOwn: false, width: 230, height: 172 },
  { isOwn: true, width: 300, height: 60 },
  { isOwn: false, width: 200, height: 38 },
];

/** A conversation that is loading. */
export function ConversationSkeleton({ peerName }: { peerName: string }) {
  return (
    <div
      css={layout}
      role="log"
      aria-live="off"
      aria-busy="true"
      aria-label={texts.loading(peerName)}
    >
      {SHAPES.map(({ isOwn, width, height }) => (
        <div key={width} data-side={isOwn ? 'own' : 'other'}>
          <Skeleton className="avatar" />
          <Skeleton className="bubble" style={{ width, height }} />
        </div>
      ))}
    </div>
  );
}

const screen = css({
  display: 'grid',
  placeContent: 'center',
  justifyItems: 'center',
  gap: 'var(--s2)',
  padding: 'var(--s8)',
  textAlign: 'center',
  color: 'var(--text-muted)',
  overflowWrap: 'anywhere',
  '& > strong': { font: 'var(--t-lg)', letterSpacing: 'var(--track-tight)', color: 'var(--text)' },
  '& > button': { marginBlockStart: 'var(--s4)' },
});
const strip = css({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 'var(--s1) var(--s2)',
  boxSizing: 'border-box',
  width: '100%',
  maxWidth: 'calc(var(--column) + 2 * var(--gap))',
  marginInline: 'auto',
  paddingBlockEnd: 'var(--s2)',
  paddingInline: 'var(--gap)',
  font: 'var(--t-sm)',
  color: 'var(--text-muted)',
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

/** The messages could not be loaded. */
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
