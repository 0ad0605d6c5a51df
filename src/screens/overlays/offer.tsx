import { css, keyframes } from '@emotion/react';
import { type ReactNode, useEffect, useState } from 'react';
import { followMissingScripts } from '../../lib/load-code.ts';
import { keepInstalled, type TakeUpdate } from '../../service-worker/registration.ts';
import { Button } from '../../ui/button.tsx';
import { medium } from '../../ui/media.ts';
import { raised } from '../../ui/styles.ts';
import { texts } from './texts.ts';

const rise = keyframes({ from: { opacity: 0, transform: 'translateY(6px)' } });
/** Over the bottom of the list; on small screens below the bar, where it covers neither box nor list. */
const corner = css({
  position: 'fixed',
  zIndex: 'var(--z-banner)',
  insetInline: 'calc(var(--notch) + var(--s3))',
  insetBlockStart: 'calc(var(--seen-top, 0px) + var(--bar-h) + var(--s2))',
  display: 'grid',
  gap: 'var(--s2)',
  [medium]: {
    insetBlock: 'auto calc(var(--gutter) + var(--s2))',
    insetInline: 'calc(var(--notch) + var(--gutter) + var(--s2)) auto',
    inlineSize: 'calc(var(--list-w) - var(--gutter) - 2 * var(--s2))',
  },
});
const card = css({
  display: 'grid',
  gap: 'var(--s3)',
  padding: 'var(--s3) var(--s4)',
  borderRadius: 'var(--r-l)',
  ...raised(3),
  font: 'var(--t-sm)',
  animation: `${rise} var(--d-slow) var(--ease-out)`,
  '& > div': { display: 'flex', flexWrap: 'wrap', gap: 'var(--s2)' },
  '& button': { flex: '1 0 auto', minHeight: 40, paddingInline: 'var(--s3)' },
});

/** The place of offers. It covers nothing while it is empty. */
export function OfferCorner({ children }: { children: ReactNode }) {
  return <div css={corner}>{children}</div>;
}

interface OfferProps {
  words: { label: string; question: string; accept: string; decline: string };
  onAccept: () => void;
  onDecline: () => void;
}

/** A question that waits for its answer without taking the focus. */
export function Offer({ words, onAccept, onDecline }: OfferProps) {
  return (
    <section css={card} aria-label={words.label}>
      <p role="status">{words.question}</p>
      <div>
        <Button onClick={onAccept}>{words.accept}</Button>
        <Button look="quiet" onClick={onDecline}>
          {words.decline}
        </Button>
      </div>
    </section>
  );
}

/**
 * Installs the service worker and offers its updates, or the new build if code of this one is gone. The page is
 * reloaded only if the person agrees.
 */
export function UpdateOffer() {
  const [update, setUpdate] = useState<{ take: TakeUpdate } | null>(null);
  useEffect(() => keepInstalled((take) => setUpdate({ take })), []);
  useEffect(() => followMissingScripts(() => setUpdate((known) => known ?? { take: reload })), []);
  if (!update) return null;
  return (
    <Offer words={texts.updateOffer} onAccept={update.take} onDecline={() => setUpdate(null)} />
  );
}

const reload = () => location.reload();
