import { useState } from 'react';
import { findServed } from '../../../pictures/held-pictures.ts';
import { openImage } from '../../../pictures/open-image.ts';
import { viewPicture } from '../../../stores/viewer.ts';
import { ImageOff, Maximize2 } from '../../../ui/icons/later-icons.ts';
import { isPictureAddress } from '../../../ui/picture-address.ts';
import { retryBrokenPictures } from '../../../ui/retry-broken-pictures.ts';
import { Spinner } from '../../../ui/spinner.tsx';
import { useBrokenPicture } from '../../../ui/use-broken-picture.ts';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import { focusLog } from './focus-log.ts';
import { findNaturalSize, keepNaturalSize } from './natural-sizes.ts';
import { toBox } from './picture-box.ts';
import { texts } from './texts.ts';

interface MessagePictureProps {
  /** Key of the message. */
  id: string;
  src: string;
  alt: string;
  /** Name of the button that opens it in the viewer. */
  enlarge: string;
  /** Size in pixels if the server sends it; otherwise the space is guessed until the picture has loaded. */
  width: number | undefined;
  height: number | undefined;
}

/** A picture in a bubble. A press opens it in a new window; the button in its corner opens the viewer. */
export function MessagePicture({ id, src, alt, enlarge, width, height }: MessagePictureProps) {
  const [natural, setNatural] = useState(() => findNaturalSize(id));
  const [status, setStatus] = useState<'loading' | 'loaded'>(natural ? 'loaded' : 'loading');
  const [isBroken, noteBroken] = useBrokenPicture(src);
  const size = width && height ? { width, height } : natural;

  if (isBroken || !isPictureAddress(src)) {
    return (
      <div className="placeholder" data-state="failed" style={toBox(size)}>
        <ImageOff size={26} strokeWidth={1.75} />
        <span>{texts.imageFailed}</span>
        <button
          type="button"
          onClick={(event) => {
            focusLog(event.currentTarget);
            retryBrokenPictures();
          }}
        >
          {texts.loadImageAgain}
        </button>
      </div>
    );
  }
  return (
    <>
      <button
        type="button"
        className="picture"
        title={texts.openImage}
        style={toBox(size)}
        data-state={status}
        onClick={() => openImage(findServed(src))}
      >
        <img
          src={src}
          alt={alt}
          decoding="async"
          draggable={false}
          onLoad={(event) => {
            const { naturalWidth, naturalHeight } = event.currentTarget;
            setStatus('loaded');
            if (natural) return;
            const found = { width: naturalWidth, height: naturalHeight };
            keepNaturalSize(id, found);
            setNatural(found);
          }}
          onError={() => {
            setStatus('loading');
            noteBroken();
          }}
        />
        {status === 'loading' && (
          <span className="placeholder">
            <Spinner size={28} />
            <VisuallyHidden>{texts.loadingImage}</VisuallyHidden>
          </span>
        )}
      </button>
      {status === 'loaded' && (
        <button
          type="button"
          className="view-picture"
          aria-label={enlarge}
          title={texts.enlarge}
          onClick={() => viewPicture(id)}
        >
          <Maximize2 size={16} strokeWidth={2.25} />
        </button>
      )}
    </>
  );
}
