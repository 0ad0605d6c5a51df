import { Global } from '@emotion/react';
import { useState } from 'react';
import { Lightbox, type Slide } from 'yet-another-react-lightbox';
import Zoom from 'yet-another-react-lightbox/plugins/zoom';
import libraryStyles from 'yet-another-react-lightbox/styles.css?inline';
import type { ConversationMessage } from '../../../conversation/entities.ts';
import { formatDate, formatTime } from '../../../lib/time.ts';
import type { User, UserId } from '../../../protocol/entities.ts';
import {
  ChevronLeft,
  ChevronRight,
  ImageOff,
  X,
  ZoomIn,
  ZoomOut,
} from '../../../ui/icons/icons.ts';

import { isPictureAddress } from '../../../ui/picture-address.ts';
import { usePageKeys } from '../../../ui/use-page-keys.ts';
import { keyOf } from '../thread/thread.ts';
import { texts } from './texts.ts';
import ourStyles from './viewer.css?inline';
import { type Picture, SaveButton, WindowButton } from './viewer-buttons.tsx';
import { broken, caption } from './viewer-styles.ts';

interface PictureViewerProps {
  /** Messages with a picture, oldest first. */
  pictures: readonly ConversationMessage[];
  startKey: string;
  meId: UserId;
  peer: User;
  onClose: () => void;
}

/**
 * The pictures of a conversation, one at a time over everything else: by arrow keys or swiping, with zoom and saving.
 * Pictures that arrive while it is open appear when it is opened again.
 */
export function PictureViewer({ pictures, startKey, meId, peer, onClose }: PictureViewerProps) {
  const [shown] = useState(() => toPictures(pictures, startKey, meId, peer));
  const [opener] = useState(() => document.activeElement);
  // Several messages may have the same picture.
  const pictureOf = (slide: Slide | undefined): Picture | undefined =>
    slide && shown.pictures[shown.slides.indexOf(slide)];

  const handleExited = () => {
    // If a press does not focus, there is nothing to which the focus would return by itself.
    if (document.activeElement === document.body && opener instanceof HTMLElement) opener.focus();
  };

  // A focused button that is disabled loses the focus to the page, in Firefox and WebKit.
  usePageKeys((event) => {
    if (event.target !== document.body) return;
    event.stopImmediatePropagation();
    const box = document.querySelector<HTMLElement>('.picture-viewer .yarl__container');
    box?.focus();
    box?.dispatchEvent(new KeyboardEvent('keydown', { key: event.key, bubbles: true }));
  });

  return (
    // Keys pressed here must not reach the conversation's shortcuts.
    // biome-ignore lint/a11y/noStaticElementInteractions: keeps events from passing, and takes none itself
    <div onKeyDown={(event) => event.stopPropagation()}>
      <Global styles={[libraryStyles, ourStyles]} />
      <Lightbox
        open
        close={onClose}
        index={shown.start}
        slides={shown.slides}
        plugins={[Zoom]}
        className="picture-viewer"
        carousel={{ finite: true, preload: 1, padding: 0 }}
        controller={{ closeOnBackdropClick: true, closeOnPullDown: true }}
        zoom={{ maxZoomPixelRatio: 3, scrollToZoom: true, pinchZoomV4: true }}
        on={{ exited: handleExited }}
        toolbar={{
          buttons: [
            'zoom',
            <WindowButton key="window" pictureOf={pictureOf} />,
            <SaveButton key="save" pictureOf={pictureOf} />,
            'close',
          ],
        }}
        labels={{
          Previous: texts.previous,
          Next: texts.next,
          Close: texts.close,
          'Zoom in': texts.zoomIn,
          'Zoom out': texts.zoomOut,
          Lightbox: texts.title(peer.fullName),
          'Photo gallery': texts.pictures,
          Carousel: texts.pictures,
          Slide: texts.picture,
          '{index} of {total}': texts.place,
        }}
        render={{
          iconPrev: () => <ChevronLeft size={28} />,
          iconNext: () => <ChevronRight size={28} />,
          iconClose: () => <X size={22} />,
          iconZoomIn: () => <ZoomIn size={22} />,
          iconZoomOut: () => <ZoomOut size={22} />,
          iconError: () => (
            <span css={broken}>
              <ImageOff size={28} strokeWidth={1.75} />
              <span>{texts.broken}</span>
            </span>
          ),
          slideFooter: ({ slide }) => (
            <p css={caption} dir="auto">
              {pictureOf(slide)?.caption}
            </p>
          ),
          ...(shown.slides.length < 2 && { buttonPrev: () => null, buttonNext: () => null }),
        }}
      />
    </div>
  );
}

function toPictures(
  messages: readonly ConversationMessage[],
  startKey: string,
  meId: UserId,
  peer: User,
) {
  const known = messages.flatMap(({ image, ...message }) =>
    image !== undefined && isPictureAddress(image) ? [{ ...message, image }] : [],
  );
  const keys = known.map(keyOf);
  const pictures = known.map(({ image, senderId, createdAt, imageSize }): Picture => {
    const sender = senderId === meId ? texts.you : peer.fullName;
    const [date, time] = [formatDate(createdAt), formatTime(createdAt)];
    return {
      src: image,
      size: imageSize,
      name: texts.name(sender, time),
      caption: texts.caption(sender, date, time),
      fileName: texts.fileName(date, time),
    };
  });
  const slides = pictures.map(({ src, name, size }): Slide => ({ src, alt: name, ...size }));
  return { pictures, slides, start: Math.max(0, keys.indexOf(startKey)) };
}
