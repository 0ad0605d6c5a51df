import { css } from '@emotion/react';
import { type KeyboardEvent, type PointerEvent, useId, useState } from 'react';
import { type Crop, keepInside, MAX_ZOOM } from '../../pictures/crop-image.ts';
import { matchesMedia } from '../../ui/matches-media.ts';
import { fingersAlone } from '../../ui/media.ts';
import { preview } from './picture-preview.tsx';
import { texts } from './texts.ts';

/** How far an arrow key moves, as a share of the visible part; how much `+` and `-` zoom. */
const KEY_STEP = 0.05;
const ZOOM_STEP = 1.1;

const STEPS: Record<string, { x?: number; y?: number; zoom?: number }> = {
  ArrowLeft: { x: -KEY_STEP },
  ArrowRight: { x: KEY_STEP },
  ArrowUp: { y: -KEY_STEP },
  ArrowDown: { y: KEY_STEP },
  '+': { zoom: ZOOM_STEP },
  '-': { zoom: 1 / ZOOM_STEP },
};

interface PictureCropperProps {
  picture: string;
  crop: Crop;
  onCrop: (crop: Crop) => void;
}

/** The chosen picture in its round frame: the visible part is selected by dragging, keys and a slider. */
export function PictureCropper({ picture, crop, onCrop }: PictureCropperProps) {
  const id = useId();
  const [size, setSize] = useState({ width: 1, height: 1 });
  /** Size of the picture, in frames. */
  const shorter = Math.min(size.width, size.height);
  const width = (size.width / shorter) * crop.zoom;
  const height = (size.height / shorter) * crop.zoom;

  /** In shares of the frame. */
  const move = (x: number, y: number, zoom = 1) =>
    onCrop(
      keepInside({ x: crop.x + x / width, y: crop.y + y / height, zoom: crop.zoom * zoom }, size),
    );

  function handlePointerMove({ currentTarget, pointerId, movementX, movementY }: PointerEvent) {
    if (!currentTarget.hasPointerCapture(pointerId)) return;
    move(-movementX / currentTarget.clientWidth, -movementY / currentTarget.clientHeight);
  }

  function handleKeyDown(event: KeyboardEvent) {
    const step = STEPS[event.key];
    if (!step || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    move(step.x ?? 0, step.y ?? 0, step.zoom);
  }

  return (
    <div css={cropper}>
      {/* biome-ignore lint/a11y/useSemanticElements: no element stands for a picture that is moved */}
      <div
        css={[preview, frame]}
        role="group"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys move what is in it
        tabIndex={0}
        aria-label={texts.crop.frame}
        aria-describedby={`${id}-hint`}
        onPointerDown={({ currentTarget, pointerId }) => currentTarget.setPointerCapture(pointerId)}
        onPointerMove={handlePointerMove}
        onKeyDown={handleKeyDown}
      >
        <img
          src={picture}
          alt={texts.preview}
          draggable={false}
          onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
            setSize({ width: naturalWidth || 1, height: naturalHeight || 1 })
          }
          style={{
            width: `${width * 100}%`,
            height: `${height * 100}%`,
            left: `${(0.5 - crop.x * width) * 100}%`,
            top: `${(0.5 - crop.y * height) * 100}%`,
          }}
        />
      </div>
      <label>
        <span>{texts.crop.zoom}</span>
        <input
          type="range"
          min={1}
          max={MAX_ZOOM}
          step={0.05}
          value={crop.zoom}
          onChange={({ target }) =>
            onCrop(keepInside({ ...crop, zoom: Number(target.value) }, size))
          }
        />
      </label>
      <p id={`${id}-hint`}>
        {matchesMedia(fingersAlone) ? texts.crop.hint : texts.crop.hintWithKeys}
      </p>
    </div>
  );
}

const cropper = css({
  display: 'grid',
  justifyItems: 'center',
  gap: 'var(--s3)',
  '& > label': {
    display: 'flex',
    alignItems: 'center',
    gap: 'var(--s2)',
    width: '100%',
    font: 'var(--t-sm)',
  },
  '& input': { flex: 1, minWidth: 0, minHeight: 'var(--tap)', accentColor: 'var(--accent)' },
  '& > p': { font: 'var(--t-sm)', color: 'var(--text-muted)', textAlign: 'center' },
});
const frame = css({
  position: 'relative',
  cursor: 'move',
  // A finger moves the picture, not the page.
  touchAction: 'none',
  '&:focus-visible': { outline: '2px solid var(--accent-text)', outlineOffset: 3 },
  '& > img': { position: 'absolute', maxWidth: 'none', objectFit: 'fill' },
});
