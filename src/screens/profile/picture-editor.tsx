import { css } from '@emotion/react';
import type { Crop } from '../../pictures/crop-image.ts';
import { Button } from '../../ui/button.tsx';
import { medium } from '../../ui/media.ts';
import { PictureCropper } from './picture-cropper.tsx';
import { PicturePreview } from './picture-preview.tsx';
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

/** The large profile picture, with its actions. */
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
