import { css } from '@emotion/react';
import { useLocation } from '@tanstack/react-router';
import { useEffect, useId, useRef } from 'react';
import type { Elements } from '../../ui/elements.ts';
import { medium } from '../../ui/media.ts';

interface SectionProps {
  /** The fragment for it in the address. */
  id: string;
  title: string;
  /** Where and for whom it applies. */
  scope?: string;
  children: Elements;
}

/** A card of the profile page. An address with its fragment moves the focus there. */
export function Section({ id, title, scope, children }: SectionProps) {
  const titleId = useId();
  const ref = useRef<HTMLElement>(null);
  const isWanted = useLocation({ select: ({ hash }) => hash === id });
  useEffect(() => {
    if (!isWanted) return;
    ref.current?.focus({ preventScroll: true });
    ref.current?.scrollIntoView();
  }, [isWanted]);
  return (
    <section css={[card, section]} id={id} ref={ref} tabIndex={-1} aria-labelledby={titleId}>
      <h2 id={titleId}>{title}</h2>
      {scope !== undefined && <p>{scope}</p>}
      {children}
    </section>
  );
}

/** On a phone the cards are parts of one page. */
export const card = css({
  outline: 'none',
  padding: 'var(--s5) var(--s4)',
  background: 'var(--sheet)',
  [medium]: {
    padding: 'var(--s6) var(--s8)',
    borderRadius: 24,
    boxShadow: 'var(--shadow-1)',
  },
});

const section = css({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 'var(--s4)',
  scrollMarginBlockStart: 'var(--s4)',
  '& h2': { font: 'var(--t-lg)', letterSpacing: 'var(--track-tight)' },
  '& h3': { font: 'var(--t-name)', outline: 'none' },
  '& > p, & > div > p': { font: 'var(--t-sm)', color: 'var(--text-muted)' },
  '& > h2 + p': { marginBlockStart: 'calc(var(--s3) * -1)' },
  [medium]: { '& > button, & form > button': { justifySelf: 'start' } },
});
