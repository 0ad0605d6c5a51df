import { css } from '@emotion/react';
import { canHover, forcedColors } from '../../../ui/media.ts';
import { menuItem, menuSurface } from '../../../ui/menu-styles.ts';

export const opener = css({
  display: 'flex',
  // With large text the bell is above: beside it the longest word would not fit.
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'center',
  gap: '0 var(--s2)',
  width: '100%',
  height: '100%',
  minHeight: 44,
  padding: 'var(--s1)',
  borderRadius: 'var(--r-m)',
  boxShadow: 'inset 0 0 0 1px var(--control)',
  font: 'var(--t-name)',
  color: 'var(--text)',
  textAlign: 'center',
  [forcedColors]: { border: '1px solid' },
  [canHover]: { '&:hover': { background: 'var(--hover)' } },
  '&[aria-expanded=true]': { background: 'var(--hover)' },
  '& > svg': { flex: 'none' },
  '& > span': {
    flex: '1 1 min-content',
    minWidth: 0,
    maxWidth: 'max-content',
    overflowWrap: 'break-word',
  },
});
export const menu = css({
  ...menuSurface,
  // Above its row of buttons, with the same width.
  insetInline: 0,
  insetBlockEnd: 'calc(100% + 4px)',
  transformOrigin: '50% 100%',
  '& > button': {
    ...menuItem,
    display: 'block',
    paddingBlock: 'var(--s1)',
    textWrap: 'balance',
  },
});
