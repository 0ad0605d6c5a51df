/** A picture that is being sent, in its bubble. */
import { css } from '@emotion/react';
import { useUploadProgress } from '../../../stores/upload-progress.ts';
import { forcedColors } from '../../../ui/media.ts';
import { Spinner } from '../../../ui/spinner.tsx';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import { toBox } from './picture-box.ts';
import { texts } from './texts.ts';

/** It is still being prepared. */
export function PreparingPicture() {
  return (
    <div className="placeholder" style={toBox(undefined)}>
      <Spinner size={28} />
      <VisuallyHidden>{texts.preparingPicture}</VisuallyHidden>
    </div>
  );
}

const disc = css({
  position: 'absolute',
  inset: 0,
  display: 'grid',
  placeItems: 'center',
  width: 44,
  height: 44,
  margin: 'auto',
  borderRadius: '50%',
  background: 'var(--overlay)',
  color: '#fff',
  pointerEvents: 'none',
  // A picture that is sent at once shows no ring.
  '@starting-style': { opacity: 0 },
  transition: 'opacity var(--d-base) 300ms',
  [forcedColors]: { border: '1px solid' },
});

const RADIUS = 12;

/** The sent share, if known. */
export function UploadRing({ id }: { id: string }) {
  const fraction = useUploadProgress(id);
  return (
    <span
      css={disc}
      role="progressbar"
      aria-label={texts.sendingPicture}
      aria-valuenow={fraction === null ? undefined : Math.round(fraction * 100)}
    >
      {fraction === null ? (
        <Spinner size={28} />
      ) : (
        <svg width={28} height={28} viewBox="0 0 28 28" aria-hidden="true">
          <g fill="none" stroke="currentColor" strokeWidth={2.5} transform="rotate(-90 14 14)">
            <circle cx={14} cy={14} r={RADIUS} opacity={0.35} />
            <circle
              cx={14}
              cy={14}
              r={RADIUS}
              pathLength={1}
              strokeDasharray={`${fraction} 1`}
              strokeLinecap="round"
            />
          </g>
        </svg>
      )}
    </span>
  );
}
