import { css, keyframes } from '@emotion/react';
import { forcedColors, small } from '../../../ui/media.ts';

const appear = keyframes({ from: { opacity: 0, transform: 'translateY(-6px)' } });

export const dialog = css({
  width: 'min(520px, calc(100vw - 24px))',
  maxHeight: 'min(560px, 76dvh)',
  marginBlock: '12dvh auto',
  marginInline: 'auto',
  borderRadius: 'var(--r-l)',
  overflow: 'hidden',
  animation: `${appear} var(--d-base) var(--ease-out)`,
  '&[open]': { display: 'flex', flexDirection: 'column' },
  [small]: { marginBlockStart: 12 },
});

export const field = css({
  flex: 'none',
  display: 'flex',
  alignItems: 'center',
  gap: 'var(--s3)',
  paddingInline: 'var(--s5)',
  borderBlockEnd: '1px solid var(--line)',
  '& > svg': { flex: 'none', color: 'var(--text-muted)' },
  '& > input': {
    flex: 1,
    minWidth: 0,
    height: 56,
    border: 0,
    outline: 'none',
    background: 'none',
    color: 'inherit',
    font: 'var(--t-md)',
    fontSize: '1.0625rem',
    '&::placeholder': { color: 'var(--text-muted)', opacity: 1 },
  },
});

export const list = css({
  // As high as its content: with a basis of zero WebKit shows a dialog of one row.
  flex: '0 1 auto',
  minHeight: 0,
  padding: 'var(--s2)',
  overflowY: 'auto',
  overscrollBehavior: 'contain',
  scrollbarWidth: 'thin',
  '&:empty': { display: 'none' },
  '& > [role=option]': {
    display: 'grid',
    gridTemplateColumns: '32px minmax(0, 1fr) auto',
    alignItems: 'center',
    gap: 'var(--s3)',
    minHeight: 'var(--tap)',
    paddingBlock: 'var(--s1)',
    paddingInline: 'var(--s3)',
    borderRadius: 'var(--r-m)',
    cursor: 'pointer',
    '--behind': 'var(--raised)',
    '&[aria-selected=true]': {
      '--behind': 'var(--accent-soft)',
      background: 'var(--behind)',
      [forcedColors]: { outline: '2px solid Highlight', outlineOffset: -2 },
    },
  },
  '& .name': {
    justifySelf: 'start',
    maxWidth: '100%',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    font: 'var(--t-md)',
    '& > b': { fontWeight: 650, color: 'var(--accent-text)' },
  },
  '& .state': {
    display: 'flex',
    alignItems: 'center',
    gap: 'var(--s2)',
    font: 'var(--t-sm)',
    color: 'var(--text-muted)',
    '& > [data-online=true]': { color: 'var(--online-text)' },
  },
});

export const nobody = css({
  padding: 'var(--s5)',
  color: 'var(--text-muted)',
  font: 'var(--t-sm)',
  textAlign: 'center',
});
