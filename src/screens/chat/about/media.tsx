import { useImages } from '../../../conversation/media.ts';
import { useConversation } from '../../../conversation/messages.ts';
import type { User } from '../../../protocol/entities.ts';
import { CircleAlert } from '../../../ui/icons/form-icons.ts';
import { Images } from '../../../ui/icons/later-icons.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import { MediaGrid } from './media-grid.tsx';
import { cell, grid, heading, nothing } from './media-styles.ts';
import { OlderImages } from './older-images.tsx';
import { texts } from './texts.ts';

/** The pictures of the conversation, newest first; how many there are only when all of it is known. */
export function Media({ peer }: { peer: User }) {
  const conversation = useConversation(peer._id);
  const { status } = conversation;
  const { images, hasOlder, isLooking, lookFarther } = useImages(peer._id, conversation);
  const hasSome = images.length > 0;
  const isWhole = status === 'ready' && !hasOlder;
  return (
    <>
      <h3 css={heading}>
        {texts.media}
        {hasSome && isWhole && (
          <span>
            <span aria-hidden="true">{images.length}</span>
            <VisuallyHidden>{texts.images(images.length)}</VisuallyHidden>
          </span>
        )}
      </h3>
      {status === 'loading' && !hasSome && (
        <div css={grid} aria-hidden="true">
          <Skeleton css={cell} />
          <Skeleton css={cell} />
        </div>
      )}
      {status === 'error' && (
        <p css={nothing}>
          <CircleAlert size={20} />
          {texts.picturesProblem}
        </p>
      )}
      {!hasSome && isWhole && (
        <p css={nothing}>
          <Images size={20} />
          {texts.noImages}
        </p>
      )}
      {hasSome && <MediaGrid peer={peer} images={images} />}
      {status === 'ready' && hasOlder && <OlderImages isLooking={isLooking} onLook={lookFarther} />}
    </>
  );
}
