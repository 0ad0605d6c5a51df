import { Global } from '@emotion/react';
import { memo } from 'react';
import type { ConversationMessage } from '../../../conversation/entities.ts';
import { formatTime } from '../../../lib/time.ts';
import { findServed } from '../../../pictures/held-pictures.ts';
import { openImage } from '../../../pictures/open-image.ts';
import type { User } from '../../../protocol/entities.ts';
import { viewPicture } from '../../../stores/selection.ts';
import type { Elements } from '../../../ui/elements.ts';
import { ImageOff, Maximize2 } from '../../../ui/icons/icons.ts';
import { isPictureAddress } from '../../../ui/picture-address.ts';
import { useThumbnail } from '../../../ui/thumbnails/use-thumbnail.ts';
import { useBrokenPicture } from '../../../ui/use-broken-picture.ts';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import { keyOf } from '../thread/thread.ts';
import { fade, grid, viewButton } from './media-styles.ts';
import { texts } from './texts.ts';
import { useNearView } from './use-near-view.ts';

interface MediaGridProps {
  peer: User;
  images: readonly ConversationMessage[];
  /** Shown after them. */
  children?: Elements;
}

/** The pictures as thumbnails. Renders only when one is added or removed. */
export const MediaGrid = memo(function MediaGrid({ peer, images, children }: MediaGridProps) {
  return (
    <ul css={grid}>
      <Global styles={fade} />
      {images.map((message) => (
        <Tile
          key={keyOf(message)}
          id={keyOf(message)}
          src={message.image ?? ''}
          isSmall={isSmall(message)}
          sender={message.senderId === peer._id ? peer.fullName : texts.you}
          createdAt={message.createdAt}
        />
      ))}
      {children}
    </ul>
  );
});

/** A picture with fewer pixels on its shorter side is shown itself, if the server sends its size. */
const SMALL_PX = 256;

const isSmall = ({ imageSize }: ConversationMessage) =>
  imageSize !== undefined && Math.min(imageSize.width, imageSize.height) <= SMALL_PX;

interface TileProps {
  /** Key of the message. */
  id: string;
  src: string;
  isSmall: boolean;
  sender: string;
  createdAt: string;
}

/** A picture that loads near the view, as a thumbnail; its box is there before. */
const Tile = memo(function Tile({ id, src, isSmall, sender, createdAt }: TileProps) {
  const [didNotLoad, noteBroken] = useBrokenPicture(src);
  const [ref, isNear] = useNearView();
  const isBroken = didNotLoad || !isPictureAddress(src);
  const isShown = isNear && !isBroken;
  const thumbnail = useThumbnail(src, isShown && !isSmall);
  const address = isShown && isSmall ? src : thumbnail;
  const name = texts.imageName(sender, formatTime(createdAt));
  return (
    <li ref={ref}>
      <button type="button" title={texts.openImage} onClick={() => openImage(findServed(src))}>
        {isBroken && (
          <ImageOff size={20} role="img" aria-hidden={false} aria-label={texts.brokenImage(name)} />
        )}
        {address !== undefined && (
          <img src={address} alt={name} decoding="async" draggable={false} onError={noteBroken} />
        )}
        {!isBroken && address === undefined && <VisuallyHidden>{name}</VisuallyHidden>}
      </button>
      {!isBroken && (
        <button
          type="button"
          css={viewButton}
          aria-label={texts.enlargeImage(sender, formatTime(createdAt))}
          title={texts.enlarge}
          onClick={() => viewPicture(id)}
        >
          <Maximize2 size={14} strokeWidth={2.25} />
        </button>
      )}
    </li>
  );
});
