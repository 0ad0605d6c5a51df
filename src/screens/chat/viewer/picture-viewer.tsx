import { css, Global } from '@emotion/react';
import { useState } from 'react';
import { Lightbox, type Slide, useLightboxState } from 'yet-another-react-lightbox';
import Zoom from 'yet-another-react-lightbox/plugins/zoom';
import libraryStyles from 'yet-another-react-lightbox/styles.css?inline';
import { formatDate, formatTime } from '../../../lib/time.ts';
import { openImage, saveImage } from '../../../pictures/open-image.ts';
import { findServed } from '../../../pictures/retained-pictures.ts';
import type { Message, User } from '../../../protocol/entities.ts';
import { isPictureAddress } from '../../../ui/broken-picture.ts';
import {
  ChevronLeft,
  ChevronRight,
  Download,
  ExternalLink,
  ImageOff,
  X,
  ZoomIn,
  ZoomOut,
} from '../../../ui/icons/icons.ts';
import { usePageKeys } from '../../../ui/keys.ts';
import { keyOf } from '../thread/thread.ts';
import { texts } from './texts.ts';
import ourStyles from './viewer.css?inline';

interface PictureViewerProps {
  /** Messages with a picture, oldest first. */
  pictures: readonly Message[];
  /** Of the whole conversation, if known. */
  count: number | undefined;
  startKey: string;
  peer: User;
  onClose: () => void;
}

/**
 * The pictures of a conversation, one at a time over everything else: by arrow keys or swiping, with zoom and saving.
 * Pictures that arrive while it is open appear when it is opened again.
 */
export function PictureViewer(props: PictureViewerProps) {
  const { peer, onClose } = props;
  const [shown] = useState(() => toPictures(props));
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
            <PictureButton
              key="window"
              label={texts.openInWindow}
              icon={ExternalLink}
              pictureOf={pictureOf}
              onPress={({ src }) => openImage(findServed(src))}
            />,
            <PictureButton
              key="save"
              label={texts.save}
              icon={Download}
              pictureOf={pictureOf}
              onPress={({ src, fileName }) => void saveImage(src, fileName)}
            />,
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

function toPictures({ pictures: messages, count, startKey, peer }: PictureViewerProps) {
  const known = messages.flatMap(({ image, ...message }) =>
    image !== undefined && isPictureAddress(image) ? [{ ...message, image }] : [],
  );
  const keys = known.map(keyOf);
  const pictures = known.map(({ image, senderId, createdAt, imageSize }, index): Picture => {
    const sender = senderId === peer._id ? peer.fullName : texts.you;
    const [date, time] = [formatDate(createdAt), formatTime(createdAt)];
    return {
      src: image,
      size: imageSize,
      name: texts.name(sender, time),
      caption: [
        texts.caption(sender, date, time),
        // From the newest: older ones may not be loaded.
        count !== undefined && count > 1 && texts.placeOf(known.length - index, count),
      ]
        .filter(Boolean)
        .join(' · '),
      fileName: texts.fileName(date, time),
    };
  });
  const slides = pictures.map(({ src, name, size }): Slide => ({ src, alt: name, ...size }));
  return { pictures, slides, start: Math.max(0, keys.indexOf(startKey)) };
}

interface Picture {
  src: string;
  size: { width: number; height: number } | undefined;
  name: string;
  /** The sender and the time. */
  caption: string;
  /** Without an extension. */
  fileName: string;
}

interface PictureButtonProps {
  label: string;
  icon: typeof X;
  pictureOf: (slide: Slide | undefined) => Picture | undefined;
  onPress: (picture: Picture) => void;
}

function PictureButton({ label, icon: Icon, pictureOf, onPress }: PictureButtonProps) {
  const picture = pictureOf(useLightboxState().currentSlide);
  return (
    <button
      type="button"
      className="yarl__button"
      aria-label={label}
      title={label}
      onClick={() => picture && onPress(picture)}
    >
      <Icon size={22} />
    </button>
  );
}

/** The sender and the time, over the picture's lower edge. */
const caption = css({
  position: 'absolute',
  insetInline: 'var(--s4)',
  insetBlockEnd: 'max(var(--s3), env(safe-area-inset-bottom))',
  justifySelf: 'center',
  maxWidth: 'max-content',
  marginInline: 'auto',
  padding: '4px 12px',
  borderRadius: 'var(--r-full)',
  background: 'var(--overlay)',
  color: '#fff',
  font: 'var(--t-sm)',
  fontVariantNumeric: 'tabular-nums',
  overflowWrap: 'anywhere',
  textAlign: 'center',
  pointerEvents: 'none',
});

const broken = css({
  display: 'grid',
  justifyItems: 'center',
  gap: 'var(--s2)',
  color: '#dbe5e8',
  font: 'var(--t-sm)',
});
