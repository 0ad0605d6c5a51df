import { css } from '@emotion/react';
import type { Crop } from '../../pictures/crop-image.ts';
import { Button } from '../../ui/button.tsx';
import { medium } from '../../ui/media.ts';
import { PictureCropper } from './picture-cropper.tsx';
import { PicturePreview } from './picture-preview.tsx';
import { texts } from './texts.ts';

interface PictureEditorProps {
  /** As it is now, or as it will be without the picked one. */
  current: string | undefined;
  /** All of the picked one. */
  picked: string | undefined;
  crop: Crop;
  onCrop: (crop: Crop) => void;
  /** Takes away what is shown; absent: it stays. */
  onRemove: (() => void) | undefined;
}

/** The profile picture, large, with what can be done about it. */
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
