import { coarse, small } from './media.ts';

/** A button with a short text, below the thing that it is about; it inherits its colours. */
export const smallButton = {
  display: 'inline-flex',
  alignItems: 'center',
  gap: 5,
  minHeight: 28,
  paddingInline: 8,
  borderRadius: 'var(--r-s)',
  font: 'var(--t-sm)',
  fontWeight: 600,
  [small]: { minHeight: 44 },
  [coarse]: { minHeight: 44 },
} as const;
