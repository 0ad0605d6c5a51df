/** Shared styles that the first screen does not need. */

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

/** The look of a small field. */
export const plainField = {
  minHeight: 'var(--tap)',
  paddingInline: 'var(--s3)',
  border: '1px solid var(--control)',
  borderRadius: 'var(--r-m)',
  background: 'var(--sheet)',
  color: 'var(--text)',
} as const;
