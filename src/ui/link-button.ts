/** A button with the look of a link. */
export const linkButton = {
  minWidth: 'var(--tap)',
  minHeight: 'var(--tap)',
  borderRadius: 'var(--r-s)',
  font: 'var(--t-sm)',
  fontWeight: 600,
  color: 'var(--accent-text)',
  '&:hover': { textDecoration: 'underline', textUnderlineOffset: '.18em' },
} as const;
