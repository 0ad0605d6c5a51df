/** Styles that several components share. */
import { coarse, forcedColors } from './media.ts';

/** Of a field; phones zoom into one whose text is smaller than 16 px. */
export const fieldText = {
  font: 'var(--t-md)',
  [coarse]: { fontSize: '1rem', lineHeight: 1.3125 },
} as const;

/** Cut at its end. */
export const oneLine = {
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
} as const;

export const twoLines = {
  display: '-webkit-box',
  WebkitBoxOrient: 'vertical',
  WebkitLineClamp: 2,
  overflow: 'hidden',
} as const;

/** The edge of a field that has the focus. */
export const focusHalo = {
  borderColor: 'var(--accent-text)',
  boxShadow: '0 0 0 1px var(--accent-text), 0 0 0 4px var(--accent-soft)',
} as const;

/** Side by side, in the middle of the line. */
export const flexRow = (gap?: number | string) =>
  ({ display: 'flex', alignItems: 'center', ...(gap !== undefined && { gap }) }) as const;

/** With something in its middle. */
export const centred = { display: 'grid', placeItems: 'center' } as const;

/** Over all of what is around it. */
export const cover = { position: 'absolute', inset: 0 } as const;

/** Text that is read second. */
export const muted = { font: 'var(--t-sm)', color: 'var(--text-muted)' } as const;

/** Above the page: 2 as a floating button, 3 as a menu. */
export const raised = (height: 2 | 3) =>
  ({
    background: 'var(--raised)',
    boxShadow: `var(--shadow-${height})`,
    [forcedColors]: { border: '1px solid' },
  }) as const;

/** Little, in the middle of much room. */
export const inMiddle = {
  display: 'grid',
  placeContent: 'center',
  justifyItems: 'center',
  textAlign: 'center',
} as const;

/** A whole screen with little on it. */
export const centredScreen = {
  ...inMiddle,
  minHeight: '100dvh',
  gap: 'var(--s2)',
  padding: 'var(--s8) var(--s5)',
} as const;

/** A circle with something in its middle. */
export const circle = (size: number | string) =>
  ({
    ...centred,
    width: size,
    height: size,
    borderRadius: 'var(--r-full)',
  }) as const;

/** Its end does not move the page. */
export const scrolls = {
  overflowY: 'auto',
  overscrollBehavior: 'contain',
  scrollbarWidth: 'thin',
} as const;

/** In place of things: why there are none. */
export const emptyNotice = {
  display: 'grid',
  justifyItems: 'center',
  gap: 'var(--s2)',
  textAlign: 'center',
  color: 'var(--text-muted)',
  font: 'var(--t-sm)',
  overflowWrap: 'anywhere',
  '& > strong': { font: 'var(--t-name)', color: 'var(--text)' },
} as const;

/** A search field of its own. */
export const pillField = {
  border: '1px solid var(--control)',
  borderRadius: 'var(--r-full)',
  background: 'var(--sheet)',
  appearance: 'none',
  // Invisible, except in the system's forced colours, which remove the other marks.
  '&:focus': { outline: '2px solid transparent', ...focusHalo },
} as const;
