/** The look below a message that was not sent. Part of `threadStyles`. */
import { css } from '@emotion/react';
import { smallButton } from '../../../ui/small-button.ts';

export const notSentStyles = css({
  '.not-sent': {
    gridColumn: 1,
    gridRow: 2,
    justifySelf: 'end',
    display: 'flex',
    userSelect: 'none',
    flexWrap: 'wrap',
    justifyContent: 'flex-end',
    alignItems: 'center',
    gap: 6,
    minHeight: 28,
    marginBlockStart: 2,
    font: 'var(--t-sm)',
    color: 'var(--ink)',
    '--ink': 'var(--danger)',
    '--under': 'var(--danger-soft)',
    '&[data-waiting=true]': { '--ink': 'var(--text-muted)', '--under': 'var(--hover)' },
    overflowWrap: 'anywhere',
    '& button': {
      ...smallButton,
      color: 'var(--ink)',
      textDecoration: 'underline',
      textUnderlineOffset: '.18em',
      '&:hover': { background: 'var(--under)' },
      '&:last-of-type': { marginInlineEnd: -8 },
    },
  },
});
