/** The look of a message's content, and of its time and state. Part of `threadStyles`. */
import { css } from '@emotion/react';
import { forcedColors } from '../../../ui/media.ts';

const bubble = css({
  '.bubble': {
    position: 'relative',
    maxWidth: '100%',
    padding: '8px 14px',
    borderRadius: 'var(--r-l)',
    borderStartStartRadius: 'var(--r-tuck)',
    borderEndStartRadius: 'var(--r-tuck)',
    background: 'var(--bubble-in)',
    overflowWrap: 'anywhere',
    // Stacked marks would overlap other messages, or make the list scroll sideways.
    '& p': {
      display: 'flow-root',
      whiteSpace: 'pre-wrap',
      overflow: 'clip',
      overflowClipMargin: 4,
    },
    '& a': { fontWeight: 500, textDecoration: 'underline' },
    [forcedColors]: { border: '1px solid' },
  },
  '.bubble + .bubble': { marginBlockStart: 3 },
  '[data-first=true] .bubble': { borderStartStartRadius: 'var(--r-l)' },
  '[data-own=true] .bubble': {
    borderRadius: 'var(--r-l)',
    borderStartEndRadius: 'var(--r-tuck)',
    borderEndEndRadius: 'var(--r-tuck)',
    background: 'var(--bubble-out)',
    color: 'var(--on-bubble-out)',
    '& :focus-visible': { outlineColor: 'var(--on-bubble-out)' },
    '& a': { color: 'inherit' },
  },
  '[data-own=true][data-first=true] .bubble': { borderStartEndRadius: 'var(--r-l)' },
  '.message[data-state=failed] .bubble': {
    background: 'var(--danger-soft)',
    color: 'var(--text)',
    boxShadow: 'inset 0 0 0 1px var(--danger)',
  },
});

const meta = css({
  '.meta': {
    float: 'inline-end',
    display: 'inline-flex',
    alignItems: 'center',
    gap: 4,
    marginBlock: '6px -3px',
    marginInlineStart: 10,
    font: 'var(--t-xs)',
    fontWeight: 450,
    fontVariantNumeric: 'tabular-nums',
    color: 'var(--text-muted)',
    whiteSpace: 'nowrap',
    userSelect: 'none',
  },
  '[data-own=true] .meta': { color: 'var(--meta-out)' },
  '[data-state=failed] .meta': { color: 'var(--text-muted)' },
  // On a picture it is white like the time: red is not visible on the pill.
  '[data-state=failed] :not(.with-picture) > .meta svg': { color: 'var(--danger)' },
  '.seen': { marginInlineStart: 1, color: 'var(--read)' },
});

const emoji = css({
  '.message .bubble.emoji': {
    padding: '2px 0 0',
    background: 'none',
    color: 'var(--text)',
    borderRadius: 0,
    '& p': { fontSize: '2.75rem', lineHeight: '3.25rem', letterSpacing: '.04em' },
    '& .meta': {
      float: 'none',
      display: 'flex',
      width: 'max-content',
      margin: '2px 2px 0',
      color: 'var(--text-muted)',
    },
    '& .seen': { color: 'var(--accent-text)', '--tick': 'var(--sheet)' },
  },
  '[data-own=true] .bubble.emoji .meta': { marginInlineStart: 'auto' },
});

export const bubbleStyles = [bubble, meta, emoji];
