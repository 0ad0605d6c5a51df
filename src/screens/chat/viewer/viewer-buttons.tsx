import type { ReactNode } from 'react';
import { type Slide, useLightboxState } from 'yet-another-react-lightbox';
import { findServed } from '../../../pictures/held-pictures.ts';
import { openImage, saveImage } from '../../../pictures/open-image.ts';
import { Download, ExternalLink } from '../../../ui/icons/icons.ts';
import { texts } from './texts.ts';

export interface Picture {
  src: string;
  size: { width: number; height: number } | undefined;
  name: string;
  /** The sender and the time. */
  caption: string;
  /** Without an extension. */
  fileName: string;
}

interface ViewerButtonProps {
  pictureOf: (slide: Slide | undefined) => Picture | undefined;
}

/** Saves the shown picture as a file. */
export function SaveButton({ pictureOf }: ViewerButtonProps) {
  return (
    <PictureButton
      label={texts.save}
      pictureOf={pictureOf}
      onPress={({ src, fileName }) => void saveImage(src, fileName)}
    >
      <Download size={22} />
    </PictureButton>
  );
}

export function WindowButton({ pictureOf }: ViewerButtonProps) {
  return (
    <PictureButton
      label={texts.openInWindow}
      pictureOf={pictureOf}
      onPress={({ src }) => openImage(findServed(src))}
    >
      <ExternalLink size={22} />
    </PictureButton>
  );
}

interface PictureButtonProps extends ViewerButtonProps {
  label: string;
  onPress: (picture: Picture) => void;
  children: ReactNode;
}

function PictureButton({ label, pictureOf, onPress, children }: PictureButtonProps) {
  const picture = pictureOf(useLightboxState().currentSlide);
  return (
    <button
      type="button"
      className="yarl__button"
      aria-label={label}
      title={label}
      onClick={() => picture && onPress(picture)}
    >
      {children}
    </button>
  );
}
