import { css } from '@emotion/react';
import { texts } from './texts.ts';

/** The outlines of the two speech shapes, and of their overlap. */
export const LEFT = 'M2 16a14 14 0 1 1 14 14H6a4 4 0 0 1-4-4Z';
export const RIGHT = 'M46 16a14 14 0 1 0-14 14h10a4 4 0 0 0 4-4Z';
export const OVERLAP = 'M24 4.511a14 14 0 0 1 0 22.978a14 14 0 0 1 0-22.978Z';

/** The two speech shapes, in the theme's colours. Decorative; `width` in px, 3:2. */
export function Logo({ width }: { width: number }) {
  return (
    <svg width={width} height={(width * 2) / 3} viewBox="0 0 48 32" aria-hidden="true">
      <path fill="var(--mark-a)" d={LEFT} />
      <path fill="var(--mark-b)" d={RIGHT} />
      <path fill="var(--mark-ab)" d={OVERLAP} />
    </svg>
  );
}

/** The shapes apart: for the error screen. */
export function LogoInParts() {
  return (
    <svg width={190} height={80} viewBox="0 0 76 32" aria-hidden="true">
      <path fill="var(--mark-a)" d={LEFT} />
      <path fill="var(--mark-b)" d={RIGHT} transform="translate(28)" />
    </svg>
  );
}

function Wordmark({ width }: { width: number }) {
  return (
    <svg width={width} height={(width * 28) / 64} viewBox="0 0 64 28" aria-hidden="true">
      <g
        fill="none"
        stroke="currentColor"
        strokeWidth="3.4"
        strokeLinecap="round"
        strokeLinejoin="round"
      >
        <path d="M3 4.500h5c6 0 10 3.700 10 9.250S14 23 8 23H3Z" />
        <path d="M24 10.500v7c0 3.500 2 5.600 5 5.600s5-2.100 5-5.600v-7M34 10.500V23" />
        <path d="M40.300 16.600h11.600a5.850 6.300 0 1 0-1.700 4.500" />
        <path d="M57.700 5.500v13.200c0 2.900 1.300 4.300 3.900 4.300M54.700 10.500h6.900" />
      </g>
    </svg>
  );
}

const brand = css({ display: 'flex', alignItems: 'center', gap: 10, color: 'var(--text)' });

/** Logo and drawn name side by side, read as "Duet". `width` is that of the logo, in px. */
export function Brand({ width = 36, className }: { width?: number; className?: string }) {
  return (
    <span css={brand} className={className} role="img" aria-label={texts.app}>
      <Logo width={width} />
      <Wordmark width={(width * 50) / 36} />
    </span>
  );
}
