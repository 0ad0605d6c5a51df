import { css, keyframes } from '@emotion/react';
import { useEffect, useState } from 'react';
import { useConnection } from '../../backend/connection.ts';
import { useIsGateClosed } from '../../stores/gate.ts';
import { Spinner } from '../../ui/button.tsx';
import { forcedColors, large, medium } from '../../ui/media.ts';
import { flexRow } from '../../ui/styles.ts';

const appear = keyframes({ from: { opacity: 0 } });
const pill = css({
  ...flexRow(10),
  paddingBlock: 9,
  paddingInline: '12px 16px',
  background: 'var(--raised)',
  font: 'var(--t-sm)',
  animation: `${appear} var(--d-slow) var(--ease-out)`,
  [forcedColors]: { border: '1px solid' },
  '& > svg': { width: 18, height: 18, color: 'var(--accent-text)' },
  '& > b': { fontWeight: 600 },
  '& > button': { minHeight: 32, fontWeight: 600, color: 'var(--accent-text)' },
  '& > span': { display: 'none', color: 'var(--text-muted)', [large]: { display: 'inline' } },
});
/** Over the top of the conversation, so that nothing moves. */
const overlay = css({
  position: 'absolute',
  insetBlockStart: 'calc(var(--bar-h) + 3px)',
  insetInline: 0,
  marginInline: 'auto',
  zIndex: 'var(--z-float)',
  width: 'max-content',
  maxWidth: 'calc(100% - 24px)',
  borderRadius: 'var(--r-full)',
  boxShadow: 'var(--shadow-2)',
});
/** Below the search, where small screens show only the list. */
const strip = css({
  margin: '0 var(--s3) var(--s2)',
  borderRadius: 'var(--r-m)',
  boxShadow: 'var(--shadow-1)',
  [medium]: { display: 'none' },
});

const texts = {
  reconnecting: 'Reconnecting…',
  isInFront: 'A login page or a firewall answers in place of Duet.',
  reload: 'Reload',
  hint: 'Messages will be sent when you’re back online',
} as const;

/** The notice of an outage: over the top of the conversation, or in the strip below the search. */
export function Reconnecting({ as }: { as: 'overlay' | 'strip' }) {
  const isReconnecting = useIsReconnecting();
  const isGateClosed = useIsGateClosed();
  return (
    // The region must exist before its first text: otherwise screen readers do not read that text.
    <div role="status" data-place={as}>
      {(isReconnecting || isGateClosed) && <Notice as={as} isGateClosed={isGateClosed} />}
    </div>
  );
}

function Notice({ as, isGateClosed }: { as: 'overlay' | 'strip'; isGateClosed: boolean }) {
  return (
    <div css={[pill, as === 'overlay' ? overlay : strip]}>
      {isGateClosed ? (
        <>
          <p>{texts.isInFront}</p>
          <button type="button" onClick={() => location.reload()}>
            {texts.reload}
          </button>
        </>
      ) : (
        <>
          <Spinner />
          <b>{texts.reconnecting}</b>
          <span>{texts.hint}</span>
        </>
      )}
    </div>
  );
}

/** A shorter outage is not shown. In ms. */
const SAY_AFTER_MS = { reconnecting: 1_000, connecting: 4_000 };

/**
 * Whether an outage is long enough to show it. The first connection waits for the list and its own code; until then the
 * notice of the first failed call stands.
 */
export function useIsReconnecting(): boolean {
  const { status, since } = useConnection();
  const [isLate, setIsLate] = useState(false);
  useEffect(() => {
    if (status === 'connected') return;
    const lateAt = Date.parse(since) + SAY_AFTER_MS[status];
    const timer = setTimeout(() => setIsLate(true), lateAt - Date.now());
    return () => {
      clearTimeout(timer);
      setIsLate(false);
    };
  }, [status, since]);
  return isLate && status !== 'connected';
}
