import { css } from '@emotion/react';

/** The sender and the time, over the picture's lower edge. */
export const caption = css({
  position: 'absolute',
  insetInline: 'var(--s4)',
  insetBlockEnd: 'max(var(--s3), env(safe-area-inset-bottom))',
  justifySelf: 'center',
  maxWidth: 'max-content',
  marginInline: 'auto',
  padding: '4px 12px',
  borderRadius: 'var(--r-full)',
  background: 'var(--overlay)',
  color: '#fff',
  font: 'var(--t-sm)',
  fontVariantNumeric: 'tabular-nums',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  pointerEvents: 'none',
});

export const broken = css({
  display: 'grid',
  justifyItems: 'center',
  gap: 'var(--s2)',
  color: '#dbe5e8',
  font: 'var(--t-sm)',
  lineHeight: '1.125rem',
});
