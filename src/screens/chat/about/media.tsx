import { useImages } from '../../../conversation/media.ts';
import { useConversation } from '../../../conversation/messages.ts';
import type { User } from '../../../protocol/entities.ts';
import { CircleAlert, Images } from '../../../ui/icons/icons.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import { MediaGrid } from './media-grid.tsx';
import { cell, grid, heading, nothing, textButton } from './media-styles.ts';
import { OlderImages } from './older-images.tsx';
import { texts } from './texts.ts';

/** The pictures of the conversation, newest first, and their number. */
export function Media({ peer }: { peer: User }) {
  const conversation = useConversation(peer._id);
  const { status } = conversation;
  const { images, count, hasFailed, hasOlder, isLoading, loadOlder } = useImages(
    peer._id,
    conversation,
  );
  const hasSome = images.length > 0;
  const isComing = !hasSome && (status === 'loading' || isLoading);
  return (
    <>
      <h3 css={heading}>
        <span>{texts.media}</span>
        {hasSome && count !== undefined && (
          <span>
            <span aria-hidden="true">{count}</span>
            <VisuallyHidden>{texts.pictures(count)}</VisuallyHidden>
          </span>
        )}
      </h3>
      {isComing && (
        <div css={grid} aria-hidden="true">
          <Skeleton css={cell} />
          <Skeleton css={cell} />
        </div>
      )}
      {count === 0 && (
        <p css={nothing}>
          <Images size={20} />
          <span>{texts.noPictures}</span>
        </p>
      )}
      {hasSome && (
        <MediaGrid peer={peer} images={images}>
          {hasOlder && !hasFailed && <OlderImages isLoading={isLoading} onNear={loadOlder} />}
        </MediaGrid>
      )}
      {(status === 'error' || hasFailed) && (
        <p css={nothing}>
          <CircleAlert size={20} />
          <span>{texts.problem}</span>
        </p>
      )}
      {hasFailed && (
        <button type="button" css={textButton} aria-busy={isLoading} onClick={loadOlder}>
          {texts.tryAgain}
        </button>
      )}
    </>
  );
}
