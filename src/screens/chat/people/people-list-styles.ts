import { css } from '@emotion/react';
import { canHover, forcedColors, mediumOnly } from '../../../ui/media.ts';

/** Rows are many: they carry class names, and this style of their list reaches them. */
export const peopleList = css({
  flex: 1,
  minHeight: 0,
  paddingBlock: 'var(--s1) var(--s3)',
  paddingInline: 'var(--s2)',
  overflowY: 'auto',
  overscrollBehavior: 'contain',
  scrollbarWidth: 'thin',
  '.user-row, .user-shape': {
    position: 'relative',
    display: 'grid',
    gridTemplateColumns: '44px minmax(0, 1fr)',
    gridAutoFlow: 'column',
    alignItems: 'center',
    gap: 'var(--s3)',
    width: '100%',
    height: 'var(--row-h)',
    paddingInline: 'var(--s3)',
    borderRadius: 'var(--r-m)',
    textAlign: 'start',
    '--size': '44px',
  },
  '.user-row': {
    '--behind': 'var(--canvas)',
    background: 'var(--behind)',
    contentVisibility: 'auto',
    containIntrinsicSize: 'auto var(--row-h)',
    [canHover]: { '&:hover': { '--behind': 'var(--hover)' } },
    '&[aria-current=true]': { '--behind': 'var(--selected)' },
    '&[aria-current=true]::before': {
      content: '""',
      position: 'absolute',
      insetBlock: 18,
      insetInlineStart: 0,
      width: 3,
      borderStartEndRadius: 3,
      borderEndEndRadius: 3,
      background: 'var(--accent-text)',
      [forcedColors]: { background: 'Highlight' },
    },
    '&:focus-visible': { outlineOffset: -2 },
    '& .words': { minWidth: 0 },
    '& .line': {
      display: 'flex',
      alignItems: 'baseline',
      font: 'var(--t-sm)',
      color: 'var(--text-muted)',
      // Also the space between "You:" and what was said.
      whiteSpace: 'pre',
      '& + .line': { alignItems: 'center', marginBlockStart: 1 },
    },
    // Cut at its own end, whichever way it runs.
    '& bdi': {
      minWidth: 0,
      overflow: 'hidden',
      textOverflow: 'ellipsis',
      whiteSpace: 'nowrap',
    },
    '& .name': {
      font: 'var(--t-name)',
      fontWeight: 500,
      color: 'var(--text)',
    },
    '&[data-unseen=true] .name': { fontWeight: 650 },
    '& .state[data-online=true]': { color: 'var(--online-text)' },
    '& .latest': { display: 'flex', flex: 1, minWidth: 0 },
    '& .latest::before': { content: '" · "', color: 'var(--text-muted)' },
    '& .latest[data-typing=true]': { color: 'var(--accent-text)' },
    '&[data-unseen=true] .latest': { color: 'var(--text)' },
    '& .marks': {
      display: 'flex',
      alignItems: 'center',
      gap: 'var(--s1)',
      marginInlineStart: 'auto',
      // The badge is higher than the line and does not move it.
      marginBlock: -2,
      color: 'var(--text-muted)',
      '&:empty': { display: 'none' },
    },
    '& .line > .marks': { paddingInlineStart: 'var(--s2)' },
    '& time': {
      marginInlineStart: 'auto',
      paddingInlineStart: 'var(--s2)',
      font: 'var(--t-xs)',
      color: 'var(--text-muted)',
      fontVariantNumeric: 'tabular-nums',
    },
  },
  // Without a connection this is how it was, and not how it is: the word stays, the green goes.
  '[data-cut-off=true] > & .user-row': {
    '& .state[data-online=true]': { color: 'inherit' },
    '& [data-online=true]::after': { background: 'var(--text-muted)' },
  },
  [mediumOnly]: {
    '.user-row, .user-shape': {
      gridTemplateColumns: '40px minmax(0, 1fr)',
      columnGap: 10,
      paddingInline: 'var(--s2)',
      '--size': '40px',
    },
    '.user-row .name': { fontSize: '.875rem' },
  },
});

export const peopleNotice = css({
  display: 'grid',
  alignContent: 'start',
  justifyItems: 'center',
  gap: 'var(--s2)',
  flex: 1,
  padding: 'var(--s12) var(--s5)',
  textAlign: 'center',
  color: 'var(--text-muted)',
  font: 'var(--t-sm)',
  overflowWrap: 'anywhere',
  '& > svg': { marginBlockEnd: 'var(--s1)' },
  '& > strong': { font: 'var(--t-name)', color: 'var(--text)' },
  '& > button': { marginBlockStart: 'var(--s3)' },
});
