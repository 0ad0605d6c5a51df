import { css } from '@emotion/react';
import {
  type ChangeEvent,
  type KeyboardEvent,
  type PointerEvent,
  useId,
  useRef,
  useState,
} from 'react';
import { type Crop, cropImage, keepInside, MAX_ZOOM, WHOLE } from '../../pictures/crop-image.ts';
import { PROFILE_FIT, readImageFile } from '../../pictures/image-file.ts';
import { LIMITS } from '../../protocol/limits.ts';
import { isPictureAddress, useBrokenPicture } from '../../ui/broken-picture.ts';
import { Button } from '../../ui/button.tsx';
import { ImagePlus } from '../../ui/icons/icons.ts';
import { Logo } from '../../ui/logo.tsx';
import { fingersAlone, matchesMedia, medium } from '../../ui/media.ts';
import { notify } from '../../ui/notify.ts';
import { circle, cover, flexRow } from '../../ui/styles.ts';
import { texts } from './texts.ts';

interface PictureEditorProps {
  /** The current picture, without the chosen one. */
  current: string | undefined;
  /** The whole chosen picture. */
  picked: string | undefined;
  crop: Crop;
  onCrop: (crop: Crop) => void;
  /** Removes the shown picture; absent: it cannot be removed. */
  onRemove: (() => void) | undefined;
}

export function PictureEditor({ current, picked, crop, onCrop, onRemove }: PictureEditorProps) {
  return (
    <div css={editor}>
      {picked ? (
        <PictureCropper key={picked} picture={picked} crop={crop} onCrop={onCrop} />
      ) : (
        <PicturePreview picture={current} />
      )}
      {onRemove && (
        <Button look="quiet" onClick={onRemove}>
          {texts.removePicture}
        </Button>
      )}
    </div>
  );
}

const editor = css({
  display: 'grid',
  justifyItems: 'center',
  alignContent: 'center',
  gap: 'var(--s3)',
  [medium]: { order: 2 },
});

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
function PictureCropper({ picture, crop, onCrop }: PictureCropperProps) {
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
    ...flexRow('var(--s2)'),
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

const preview = css({
  ...circle(144),
  justifySelf: 'center',
  overflow: 'hidden',
  background: 'var(--accent-soft)',
  '& > img': { width: '100%', height: '100%', objectFit: 'cover' },
  '& > svg': { width: '52%', height: 'auto' },
  [medium]: { width: 232, height: 232 },
});

/** The large profile picture; the mark if there is none or it does not load. */
function PicturePreview({ picture }: { picture: string | undefined }) {
  const [isBroken, reportBroken] = useBrokenPicture(picture ?? '');
  return (
    <div css={preview}>
      {picture && !isBroken && isPictureAddress(picture) ? (
        <img src={picture} alt={texts.preview} onError={reportBroken} />
      ) : (
        <Logo width={120} />
      )}
    </div>
  );
}

const picker = css({
  position: 'relative',
  ...flexRow('var(--s3)'),
  minHeight: 64,
  paddingBlock: 'var(--s2)',
  paddingInline: 'var(--s2) var(--s4)',
  border: '1px dashed var(--control)',
  borderRadius: 'var(--r-l)',
  '&:hover': { background: 'var(--accent-soft)' },
  '&:focus-within': { outline: '2px solid var(--accent-text)', outlineOffset: 2 },
  '& > span': {
    ...circle(48),
    background: 'var(--accent-soft)',
    color: 'var(--accent-text)',
  },
  '& label': { display: 'block', font: 'var(--t-name)' },
  '& p': { font: 'var(--t-sm)', color: 'var(--text-muted)' },
  // Invisible, it covers the whole box: a press anywhere opens it, and a file may be dropped on it.
  '& > input': {
    ...cover,
    width: '100%',
    opacity: 0,
    cursor: 'pointer',
  },
});

interface PicturePickerProps {
  onPick: (file: File) => void;
  disabled: boolean;
}

/** Selects a picture file. Any file may arrive: `accept` is only a hint, and drops ignore it. */
export function PicturePicker({ onPick, disabled }: PicturePickerProps) {
  const id = useId();

  function handleChange({ target }: ChangeEvent<HTMLInputElement>) {
    const file = target.files?.[0];
    if (file) onPick(file);
    // The same file may be chosen again.
    target.value = '';
  }

  return (
    <div css={picker}>
      <span>
        <ImagePlus size={20} />
      </span>
      <div>
        <label htmlFor={id}>{texts.upload}</label>
        <p id={`${id}-types`}>{texts.uploadTypes}</p>
      </div>
      <input
        id={id}
        type="file"
        accept=".png,.jpg,.jpeg"
        aria-describedby={`${id}-types`}
        disabled={disabled}
        onChange={handleChange}
      />
    </div>
  );
}

interface Picked {
  file: File;
  /** The whole picture, as a data URL. */
  src: string;
}

const RULES = { maxBytes: LIMITS.imageBytes, fit: PROFILE_FIT };

/** A new profile picture that the person has chosen, and its selected part. */
export function usePickedPicture() {
  const [picked, setPicked] = useState<Picked>();
  const [crop, setCrop] = useState(WHOLE);
  const reading = useRef<Promise<Picked | undefined>>(Promise.resolve(undefined));

  /** A file that cannot be used is refused with a notification; the previous choice stays. */
  async function pick(file: File) {
    const before = reading.current;
    const read = readImageFile(file, RULES)
      .then((src) => ({ file, src }))
      .catch((error: Error) => {
        notify.error(error.message);
        return before;
      });
    reading.current = read;
    const result = await read;
    // A file chosen meanwhile comes first.
    if (reading.current !== read) return;
    if (result?.file === file) setCrop(WHOLE);
    setPicked(result);
  }

  return {
    /** The whole picture; undefined: none is chosen. */
    picture: picked?.src,
    crop,
    setCrop,
    pick: (file: File) => void pick(file),
    drop(): void {
      reading.current = Promise.resolve(undefined);
      setPicked(undefined);
    },
    /** The selected part as a data URL to send, when it has been read. A whole picture is shown from its middle. */
    async settle(): Promise<string | undefined> {
      const result = await reading.current;
      if (!result || isWhole(crop)) return result?.src;
      // From the file: the shown picture may be too small for cropping.
      const part = await cropImage(result.file, crop, PROFILE_FIT.maxSide);
      return readImageFile(part, RULES);
    },
  };
}

const isWhole = (crop: Crop): boolean =>
  crop.x === WHOLE.x && crop.y === WHOLE.y && crop.zoom === WHOLE.zoom;
