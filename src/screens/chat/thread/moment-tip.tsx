import { css } from '@emotion/react';
import { type RefObject, useEffect, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { formatFullDateTime } from '../../../lib/time.ts';
import { raised } from '../../../ui/styles.ts';
import { useListeners } from '../../../ui/use-listeners.ts';
import { isRow } from './rows.ts';
import { texts } from './texts.ts';

/** A pointer that only passes shows nothing. In ms. */
const HOVER_MS = 350;
/** Between the time and its tip, and least space for a tip above it, in px. */
const GAP = 6;
const ROOM_ABOVE = 72;

const place = css({
  position: 'absolute',
  insetInline: 8,
  zIndex: 'var(--z-menu)',
  display: 'flex',
  pointerEvents: 'none',
  '&[data-above=true]': { transform: 'translateY(-100%)' },
  // Shrinks where the tip would not fit beside it.
  '& > i': { flex: '0 1 auto', minWidth: 0 },
  '& > div': {
    flex: 'none',
    maxWidth: '100%',
    padding: '6px 10px',
    borderRadius: 'var(--r-s)',
    ...raised(2),
    font: 'var(--t-sm)',
    whiteSpace: 'pre-line',
  },
});

interface Tip {
  text: string;
  /** Within the frame of the messages, in px. */
  top: number;
  left: number;
  isAbove: boolean;
}

/**
 * The full date of a message, and whether an own one was delivered or read: at its time, while the pointer is there or
 * after a tap, and while the message has the focus, of which it is the description.
 */
export function MomentTip({ scrollerRef }: { scrollerRef: RefObject<HTMLElement | null> }) {
  const id = useId();
  const [tip, setTip] = useState<Tip | null>(null);

  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const show = (row: HTMLElement, hasFocus = false) => {
    if (scrollerRef.current) setTip(describeMoment(row, scrollerRef.current, hasFocus));
  };
  const hide = () => {
    clearTimeout(timer.current);
    setTip(null);
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  useListeners(() => scrollerRef.current, {
    pointerover({ target, pointerType }) {
      const row = pointerType === 'touch' ? null : findRowOfTime(target);
      if (row) timer.current = setTimeout(() => show(row), HOVER_MS);
    },
    pointerout: ({ target }) => findRowOfTime(target) && hide(),
    click({ target }) {
      const row = findRowOfTime(target);
      if (row) show(row);
    },
    scroll: hide,
    focusin({ target }) {
      if (!isRow(target) || !target.matches(':focus-visible')) return;
      nameRow(target, id);
      // A screen reader looks for the description when the event ends.
      flushSync(() => show(target, true));
    },
    focusout: hide,
    keydown(event) {
      if (event.key !== 'Escape' || !tip) return;
      hide();
      // Otherwise it would also close the conversation.
      event.preventDefault();
    },
  });

  return (
    tip && (
      <div css={place} data-above={tip.isAbove} style={{ insetBlockStart: tip.top }}>
        <i style={{ flexBasis: tip.left }} />
        <div role="tooltip" id={id}>
          {tip.text}
        </div>
      </div>
    )
  );
}

/** The row of the message at whose time the pointer is. */
const findRowOfTime = (target: EventTarget | null) =>
  target instanceof Element
    ? (target.closest('.meta')?.closest<HTMLElement>('.message') ?? null)
    : null;

/** Named by all that is in it, and described by the tip: only while it has the focus, or both would be read twice. */
function nameRow(row: HTMLElement, tipId: string): void {
  const content = row.querySelector('.column');
  if (!content) return;
  content.id ||= `${tipId}-${row.dataset.key}`;
  row.setAttribute('aria-labelledby', content.id);
  row.setAttribute('aria-describedby', tipId);
  const forget = () => {
    row.removeAttribute('aria-labelledby');
    row.removeAttribute('aria-describedby');
  };
  row.addEventListener('blur', forget, { once: true });
}

/** Beside the time; of a message that has the focus, above the whole row, which it would cover. */
function describeMoment(row: HTMLElement, scroller: HTMLElement, hasFocus: boolean): Tip | null {
  const meta = row.querySelector('.meta');
  if (!meta) return null;
  const frame = scroller.getBoundingClientRect();
  const { top, bottom } = (hasFocus ? row : meta).getBoundingClientRect();
  // A message may be higher than the view.
  const [start, end] = [Math.max(top, frame.top), Math.min(bottom, frame.bottom)];
  const isAbove = start - frame.top > ROOM_ABOVE;
  const date = formatFullDateTime(row.querySelector('time')?.dateTime ?? '');
  return {
    text: texts.moment(
      date,
      formatFullDateTime(meta.querySelector<HTMLElement>('[data-edited]')?.dataset.edited ?? ''),
      meta.querySelector('[data-state]')?.textContent ?? '',
    ),
    top: (isAbove ? start - GAP : Math.min(end + GAP, frame.bottom - ROOM_ABOVE)) - frame.top,
    left: meta.getBoundingClientRect().left - frame.left - 8,
    isAbove,
  };
}
