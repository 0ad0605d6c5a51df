/** The look of a message's picture, and of its placeholder. Part of `threadStyles`. */
import { css } from '@emotion/react';
import { canHover, coarse, small } from '../../../ui/media.ts';

const fingerSized = {
  '.placeholder button': { minHeight: 44 },
  // It looks smaller than its touch target.
  '.view-picture::before': { content: '""', position: 'absolute' as const, inset: -6 },
};

export const pictureStyles = css({
  '.bubble.with-picture': {
    // Spec section 9.
    maxWidth: 230,
    padding: 0,
    overflow: 'hidden',
    '&.bubble .meta': {
      position: 'absolute',
      insetInlineEnd: 8,
      insetBlockEnd: 8,
      float: 'none',
      margin: 0,
      padding: '3px 8px',
      borderRadius: 'var(--r-full)',
      background: 'var(--overlay)',
      color: '#fff',
      '--tick': '#0A2A34',
    },
  },
  // Before the picture is there, the bubble is a quiet box for both people.
  '.message .bubble.with-picture:has(> .placeholder)': {
    background: 'var(--bubble-in)',
    color: 'var(--text)',
    '& .meta': { padding: '0 4px', background: 'none', color: 'var(--text-muted)' },
    '& .seen': { color: 'var(--accent-text)', '--tick': 'var(--sheet)' },
  },
  '.picture': {
    position: 'relative',
    display: 'block',
    maxWidth: '100%',
    background: 'linear-gradient(150deg, var(--accent-soft), var(--bubble-in))',
    cursor: 'zoom-in',
    '&:focus-visible': {
      outlineOffset: -3,
      borderRadius: 'inherit',
      boxShadow: 'inset 0 0 0 6px var(--sheet)',
    },
    '& > img': {
      display: 'block',
      width: '100%',
      height: '100%',
      objectFit: 'cover',
      transition: 'opacity var(--d-slow) var(--ease-out)',
    },
    '&:focus-visible > img': { opacity: 0.9 },
    '&[data-state=loading] > img': { opacity: 0 },
    // A ring that disappears at once would only flicker.
    '& > .placeholder': {
      position: 'absolute',
      inset: 0,
      '@starting-style': { opacity: 0 },
      transition: 'opacity var(--d-base) 300ms',
    },
  },
  '.view-picture': {
    position: 'absolute',
    insetInlineEnd: 6,
    insetBlockStart: 6,
    display: 'grid',
    placeItems: 'center',
    width: 32,
    height: 32,
    borderRadius: 'var(--r-full)',
    background: 'var(--overlay)',
    color: '#fff',
    transition: 'opacity var(--d-fast)',
    '&:focus-visible': { outlineColor: '#fff', outlineOffset: -4 },
    [canHover]: { opacity: 0 },
  },
  '.bubble.with-picture:is(:hover, :focus-within) .view-picture': { opacity: 1 },
  '.placeholder': {
    display: 'grid',
    placeContent: 'center',
    placeItems: 'center',
    gap: 'var(--s1)',
    maxWidth: '100%',
    minHeight: 116,
    paddingBlockEnd: 10,
    color: 'var(--text)',
    font: 'var(--t-sm)',
    textAlign: 'center',
    '& svg': { color: 'var(--text-muted)' },
    '& button': {
      minHeight: 32,
      padding: '0 12px',
      borderRadius: 'var(--r-full)',
      font: 'var(--t-sm)',
      fontWeight: 600,
      color: 'var(--accent-text)',
      boxShadow: 'inset 0 0 0 1px var(--control)',
    },
  },
  [small]: fingerSized,
  [coarse]: fingerSized,
});
