import { css, Global } from '@emotion/react';
import {
  Fragment,
  type KeyboardEvent,
  memo,
  type RefCallback,
  useCallback,
  useDeferredValue,
  useEffect,
  useEffectEvent,
  useState,
} from 'react';
import { useImages } from '../../../conversation/media.ts';
import { useConversation } from '../../../conversation/messages.ts';
import { formatMonth, formatTime } from '../../../lib/time.ts';
import { openImage } from '../../../pictures/open-image.ts';
import { findServed } from '../../../pictures/retained-pictures.ts';
import type { Message, User } from '../../../protocol/entities.ts';
import { useViewedPicture, viewPicture } from '../../../stores/opened.ts';
import { isPictureAddress, useBrokenPicture } from '../../../ui/broken-picture.ts';
import { Spinner } from '../../../ui/button.tsx';
import type { Elements } from '../../../ui/elements.ts';
import { CircleAlert, ImageOff, Images, Maximize2 } from '../../../ui/icons/icons.ts';
import { hasModifier } from '../../../ui/keys.ts';
import { linkButton } from '../../../ui/late-styles.ts';
import { canHover, coarse, small } from '../../../ui/media.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { circle, cover, flexRow, muted, scrolls } from '../../../ui/styles.ts';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import { TitledDialog } from '../../dialog.tsx';
import { useIsReconnecting } from '../reconnecting.tsx';
import { keyOf } from '../thread/thread.ts';
import { texts } from './texts.ts';

const heading = css({
  ...flexRow(),
  justifyContent: 'space-between',
  marginBlockEnd: 'var(--s3)',
  font: 'var(--t-name)',
  '& > button': { marginBlock: 'calc(var(--s3) * -1)' },
});

const tiles = css({
  display: 'grid',
  gap: 'var(--s2)',
  ...scrolls,
  '& > li': { position: 'relative', minWidth: 0 },
  '& > [data-wide]': { gridColumn: '1 / -1', justifySelf: 'center', alignSelf: 'end' },
  '& > li > button:first-of-type': {
    position: 'relative',
    display: 'block',
    width: '100%',
    height: '100%',
    borderRadius: 'var(--r-m)',
    overflow: 'hidden',
    background: 'var(--skeleton)',
    cursor: 'zoom-in',
    '&:focus-visible': { outlineOffset: -3, boxShadow: 'inset 0 0 0 5px var(--sheet)' },
    '&::after': {
      content: '""',
      ...cover,
      borderRadius: 'inherit',
      boxShadow: 'inset 0 0 0 1px var(--picture-edge)',
    },
  },
  // For a missing picture, not for the button on it.
  '& > li > button:first-of-type > svg': { margin: 'auto', color: 'var(--text-muted)' },
  '& img': {
    display: 'block',
    width: '100%',
    height: '100%',
    objectFit: 'cover',
    background: 'var(--behind-picture)',
  },
});

/** Two columns, at most 200 px high (spec section 9); the partly visible row fades until the end. */
const grid = css(tiles, {
  gridTemplateColumns: '1fr 1fr',
  gridAutoRows: 80,
  maxHeight: 200,
  '@supports (animation-timeline: scroll())': {
    maskImage: 'linear-gradient(#000 calc(100% - var(--media-fade)), transparent)',
    // `important`, like the rule for reduced motion: a fade that follows the reader's hand is no motion.
    animation: 'media-fade linear !important',
    animationTimeline: 'scroll(self) !important',
  },
});

/** As many columns as fit, by month. */
const allGrid = css(tiles, {
  gridTemplateColumns: 'repeat(auto-fill, minmax(5.5rem, 1fr))',
  gap: 'var(--s1)',
  padding: '0 var(--s6) var(--s6)',
  [small]: { paddingInline: 'var(--s4)' },
  '& > li:not([data-wide])': { aspectRatio: 1 },
  '& > [data-wide]': { justifySelf: 'start', paddingBlock: 'var(--s3) var(--s1)' },
  '& h3': { font: 'var(--t-name)' },
});

const allMedia = css({
  width: 'min(60rem, calc(100vw - 24px))',
  height: 'calc(100dvh - 24px)',
  overflow: 'hidden',
  '&[open]': { display: 'grid', gridTemplateRows: 'auto minmax(0, 1fr)' },
});

/** In a picture's corner. */
const viewButton = css({
  position: 'absolute',
  insetBlockStart: 4,
  insetInlineEnd: 4,
  ...circle(28),
  background: 'var(--overlay)',
  color: '#fff',
  '&:focus-visible': { outlineColor: '#fff', outlineOffset: -4 },
  [canHover]: {
    'li:not(:hover, :focus-within) > &': { opacity: 0 },
    transition: 'opacity var(--d-fast)',
  },
  [coarse]: {
    width: 36,
    height: 36,
    // It looks smaller than its touch target.
    '&::before': { content: '""', position: 'absolute', inset: -4 },
  },
});

/** A length that can be animated. */
const fade = css`
  @property --media-fade { syntax: '<length>'; inherits: false; initial-value: 0px; }
  @keyframes media-fade { from { --media-fade: 28px; } to { --media-fade: 0px; } }
`;

const cell = css({ borderRadius: 'var(--r-m)' });

const nothing = css(flexRow(10), muted);

const textButton = css(linkButton);

/** So many are seen without scrolling. */
const FEW = 4;

/** The pictures of the conversation, newest first, and their number. A dialog shows more of them at once. */
export function Media({ peer }: { peer: User }) {
  const conversation = useConversation(peer._id);
  const { status } = conversation;
  const { images, count, hasFailed, hasOlder, isLoading, loadOlder } = useImages(
    peer._id,
    conversation,
  );
  const hasSome = images.length > 0;
  const [isAllOpen, setIsAllOpen] = useState(false);
  const isViewing = useViewedPicture() !== null;
  // After the viewer the sheet around it opens first: a later dialog is above an earlier one.
  const isHidden = useDeferredValue(isViewing) || isViewing;
  const older = hasOlder && !hasFailed && <OlderImages isLoading={isLoading} onNear={loadOlder} />;
  const isReconnecting = useIsReconnecting();
  const isComing = !hasSome && !isReconnecting && (status === 'loading' || isLoading);
  return (
    <>
      <div css={heading}>
        <h3>
          <span>{texts.media}</span>
          {hasSome && count !== undefined && (
            <VisuallyHidden>{texts.pictures(count)}</VisuallyHidden>
          )}
        </h3>
        {hasSome && count !== undefined && count > FEW && (
          <button type="button" css={textButton} onClick={() => setIsAllOpen(true)}>
            {texts.all(count)}
          </button>
        )}
      </div>
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
        <MediaGrid css={grid} peer={peer} images={images}>
          {older}
        </MediaGrid>
      )}
      {hasSome && isAllOpen && (
        <TitledDialog
          css={allMedia}
          title={texts.media}
          isHidden={isHidden}
          onClose={() => setIsAllOpen(false)}
        >
          <MediaGrid css={allGrid} peer={peer} images={images} hasMonths>
            {older}
          </MediaGrid>
        </TitledDialog>
      )}
      {isReconnecting && count === undefined && (
        <p css={nothing}>
          <span>{hasSome ? texts.notOnDevice : texts.noneOnDevice}</span>
        </p>
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

interface MediaGridProps {
  peer: User;
  images: readonly Message[];
  /** Each month begins with its name. */
  hasMonths?: boolean;
  className?: string;
  children?: Elements;
}

/** A tile has two buttons: the picture, and the one that enlarges it. */
interface Stop {
  id: string;
  isView: boolean;
}

/**
 * The pictures as thumbnails, with one tab stop: the arrow keys move through all buttons, up and down by rows. Renders
 * when a picture is added or removed, or the tab stop moves.
 */
const MediaGrid = memo(function MediaGrid(props: MediaGridProps) {
  const { peer, images, hasMonths = false, className, children } = props;
  const [stop, setStop] = useState<Stop | null>(null);
  const [first] = images;
  const isThere = stop !== null && images.some((message) => keyOf(message) === stop.id);
  const stopId = isThere ? stop.id : first && keyOf(first);
  return (
    <ul
      className={className}
      onKeyDown={moveByArrows}
      onFocus={({ target }) => {
        const id = target.closest('li')?.dataset.key;
        if (id !== undefined) setStop({ id, isView: target.matches('[data-view]') });
      }}
    >
      <Global styles={fade} />
      {images.map((message, index) => (
        <Fragment key={keyOf(message)}>
          {hasMonths && <Month of={message} after={images[index - 1]} />}
          <Tile
            id={keyOf(message)}
            tabStop={
              keyOf(message) !== stopId ? 'none' : isThere && stop.isView ? 'view' : 'picture'
            }
            src={message.image ?? ''}
            sender={message.senderId === peer._id ? peer.fullName : texts.you}
            createdAt={message.createdAt}
          />
        </Fragment>
      ))}
      {children}
    </ul>
  );
});

function Month({ of, after }: { of: Message; after: Message | undefined }) {
  const month = formatMonth(of.createdAt);
  if (after && formatMonth(after.createdAt) === month) return null;
  return (
    <li data-wide>
      <h3>{month}</h3>
    </li>
  );
}

function moveByArrows(event: KeyboardEvent<HTMLElement>): void {
  const { key, target, currentTarget } = event;
  if (hasModifier(event) || !(target instanceof HTMLElement)) return;
  const isForwards = { ArrowRight: true, ArrowDown: true, ArrowLeft: false, ArrowUp: false }[key];
  const isByRow = key === 'ArrowUp' || key === 'ArrowDown';
  const kind = isByRow && target.matches('[data-view]') ? '[data-view]' : 'button:first-of-type';
  const buttons = [...currentTarget.querySelectorAll<HTMLElement>(isByRow ? kind : 'button')];
  const columns = getComputedStyle(currentTarget).gridTemplateColumns.split(' ').length;
  const step = (isByRow ? columns : 1) * (isForwards ? 1 : -1);
  const next =
    isForwards === undefined
      ? { Home: buttons.at(0), End: buttons.at(-1) }[key]
      : buttons[buttons.indexOf(target) + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
}

interface TileProps {
  /** Key of the message. */
  id: string;
  /** Which of its buttons the Tab key reaches. */
  tabStop: 'none' | 'picture' | 'view';
  src: string;
  sender: string;
  createdAt: string;
}

/** A picture that loads near the view, and stays; its box is there before. */
const Tile = memo(function Tile(props: TileProps) {
  const { id, tabStop, src, sender, createdAt } = props;
  const [didNotLoad, reportBroken] = useBrokenPicture(src);
  const [ref, isNear] = useNearView();
  const [wasNear, setWasNear] = useState(false);
  if (isNear && !wasNear) setWasNear(true);
  const isBroken = didNotLoad || !isPictureAddress(src);
  const isShown = wasNear && !isBroken;
  const name = texts.imageName(sender, formatTime(createdAt));
  return (
    <li ref={ref} data-key={id}>
      <button
        type="button"
        title={texts.openImage}
        tabIndex={tabStop === 'picture' ? 0 : -1}
        onClick={() => openImage(findServed(src))}
      >
        {isBroken && (
          <ImageOff size={20} role="img" aria-hidden={false} aria-label={texts.brokenImage(name)} />
        )}
        {isShown && (
          <img src={src} alt={name} decoding="async" draggable={false} onError={reportBroken} />
        )}
        {!isBroken && !isShown && <VisuallyHidden>{name}</VisuallyHidden>}
      </button>
      {!isBroken && (
        <button
          type="button"
          css={viewButton}
          data-view
          tabIndex={tabStop === 'view' ? 0 : -1}
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

/** After the loaded pictures, if there are older ones. */
function OlderImages({ isLoading, onNear }: { isLoading: boolean; onNear: () => void }) {
  const [ref, isNear] = useNearView();
  const load = useEffectEvent(onNear);
  const isDue = isNear && !isLoading;
  useEffect(() => {
    if (isDue) load();
  }, [isDue]);
  return (
    <li ref={ref} data-wide aria-hidden="true">
      <Spinner />
    </li>
  );
}

/** How far beyond the edge of its list an item counts as near. */
const MARGIN = '300px 0px';

function useNearView(): [ref: RefCallback<HTMLElement>, isNear: boolean] {
  const [isNear, setIsNear] = useState(false);
  const ref = useCallback((item: HTMLElement | null) => {
    if (!item) return;
    const observer = new IntersectionObserver(
      (entries) => setIsNear(entries.at(-1)?.isIntersecting ?? false),
      { root: item.parentElement, rootMargin: MARGIN },
    );
    observer.observe(item);
    return () => observer.disconnect();
  }, []);
  return [ref, isNear];
}
