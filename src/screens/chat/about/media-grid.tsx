import { Global } from '@emotion/react';
import { ImageOff, Maximize2 } from 'lucide-react';
import { memo, useState } from 'react';
import { openImage } from '../../../lib/open-image.ts';
import { formatTime } from '../../../lib/time.ts';
import type { User } from '../../../protocol/entities.ts';
import type { ConversationMessage } from '../../../queries/entities.ts';
import { viewPicture } from '../../../stores/viewer.ts';
import { isPictureAddress } from '../../../ui/picture-address.ts';
import { fade, grid, viewButton } from './media-styles.ts';
import { texts } from './texts.ts';

interface MediaGridProps {
  peer: User;
  images: readonly ConversationMessage[];
}

/** The pictures as small ones. Renders when one comes or goes, and not with each message. */
export const MediaGrid = memo(function MediaGrid({ peer, images }: MediaGridProps) {
  return (
    <ul css={grid}>
      <Global styles={fade} />
      {images.map((message) => (
        <li key={message.outboxKey ?? message._id}>
          <Thumbnail
            id={message.outboxKey ?? message._id}
            src={message.image ?? ''}
            sender={message.senderId === peer._id ? peer.fullName : texts.you}
            createdAt={message.createdAt}
          />
        </li>
      ))}
    </ul>
  );
});

interface ThumbnailProps {
  /** Key of the message. */
  id: string;
  src: string;
  sender: string;
  createdAt: string;
}

/**
 * Loaded only when it comes into view, and decoded beside the page's work at the size in which it is
 * shown; the box has its size before.
 */
const Thumbnail = memo(function Thumbnail({ id, src, sender, createdAt }: ThumbnailProps) {
  const [brokenSrc, setBrokenSrc] = useState<string>();
  const name = texts.imageName(sender, formatTime(createdAt));
  const isBroken = src === brokenSrc || !isPictureAddress(src);
  return (
    <>
      <button type="button" title={texts.openImage} onClick={() => openImage(src)}>
        {isBroken ? (
          <ImageOff size={20} aria-label={texts.brokenImage(name)} />
        ) : (
          <img
            src={src}
            alt={name}
            loading="lazy"
            decoding="async"
            draggable={false}
            onError={() => setBrokenSrc(src)}
          />
        )}
      </button>
      {!isBroken && (
        <button
          type="button"
          css={viewButton}
          aria-label={texts.enlargeImage(sender, formatTime(createdAt))}
          title={texts.enlarge}
          onClick={() => viewPicture(id)}
        >
          <Maximize2 size={14} strokeWidth={2.25} aria-hidden="true" />
        </button>
      )}
    </>
  );
});
