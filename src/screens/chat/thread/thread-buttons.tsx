/** Buttons that move the reader through a conversation, or load more of it. */
import { css } from '@emotion/react';
import { useId } from 'react';
import { Spinner } from '../../../ui/button.tsx';
import { ArrowDown, ArrowUp, Undo2 } from '../../../ui/icons/icons.ts';
import { linkButton } from '../../../ui/late-styles.ts';
import { canHover } from '../../../ui/media.ts';
import { centred, circle, raised } from '../../../ui/styles.ts';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import { Badge } from '../badge.tsx';
import { texts } from './texts.ts';

const floatingSlot = css({
  position: 'absolute',
  insetInline: 'var(--gap)',
  maxWidth: 'var(--column)',
  marginInline: 'auto',
  pointerEvents: 'none',
});
const floating = css({
  zIndex: 'var(--z-float)',
  ...raised(2),
  pointerEvents: 'auto',
  '@starting-style': { opacity: 0 },
  transition: 'opacity var(--d-base) var(--ease-out)',
  [canHover]: { '&:hover': { background: 'var(--accent-soft)' } },
});
/** On its own background, at which the view ends: over messages it would cover text. */
const strip = css({
  position: 'absolute',
  insetInline: 0,
  insetBlockEnd: 0,
  display: 'flex',
  justifyContent: 'center',
  paddingBlock: '20px 4px',
  background: 'linear-gradient(to top, var(--sheet) calc(100% - 20px), transparent)',
  pointerEvents: 'none',
});
const toEnd = css({
  position: 'relative',
  ...circle(44),
  color: 'var(--text)',
  '& > [data-badge]': {
    position: 'absolute',
    insetBlockEnd: 'calc(100% - 13px)',
    insetInlineStart: '50%',
    transform: 'translateX(-50%)',
  },
  '&:dir(rtl) > [data-badge]': { transform: 'translateX(50%)' },
});
/** Below the name of the day, which stays at the top. */
const atStart = css({
  insetBlockStart: 'calc(var(--s2) + 2.5rem)',
  display: 'grid',
  justifyItems: 'center',
});
const toUnseen = css({
  display: 'inline-flex',
  alignItems: 'center',
  gap: 6,
  minHeight: 'var(--tap)',
  paddingInline: 'var(--s3) var(--s4)',
  borderRadius: 'var(--r-full)',
  font: 'var(--t-sm)',
  fontWeight: 600,
  color: 'var(--new-text)',
});
const toOrigin = css({ color: 'var(--accent-text)' });
const moreSlot = css({
  ...centred,
  height: '3.5rem',
  color: 'var(--text-muted)',
  '& button': { ...linkButton, padding: '0 var(--s3)' },
});

/** To the newest message, with the number of those that arrived meanwhile. */
export function JumpToNewest({ count, onJump }: { count: number; onJump: () => void }) {
  const newsId = useId();
  return (
    <div css={strip}>
      <button
        type="button"
        css={[floating, toEnd]}
        aria-label={texts.jumpToNewest}
        aria-describedby={count > 0 ? newsId : undefined}
        onClick={onJump}
      >
        <ArrowDown size={20} />
        <Badge count={count} />
      </button>
      <span id={newsId} hidden>
        {texts.newMessages(count)}
      </span>
    </div>
  );
}

/** Up to the first message that was unseen at the opening. */
export function JumpToUnseen({ count, onJump }: { count: number; onJump: () => void }) {
  return (
    <div css={[floatingSlot, atStart]}>
      <button
        type="button"
        css={[floating, toUnseen]}
        aria-label={texts.jumpToUnseen(count)}
        onClick={onJump}
      >
        <ArrowUp size={16} strokeWidth={2.5} />
        <span>{texts.newMessages(count)}</span>
      </button>
    </div>
  );
}

/** To where the reader was before a quote led to another message. */
export function GoBack({ onGo }: { onGo: () => void }) {
  return (
    <div css={[floatingSlot, atStart]}>
      <button type="button" css={[floating, toUnseen, toOrigin]} onClick={onGo}>
        <Undo2 size={16} strokeWidth={2.5} />
        <span>{texts.goBack}</span>
      </button>
    </div>
  );
}

interface MoreProps {
  label: string;
  loading: string;
  isLoading: boolean;
  onLoad: () => void;
}

/** At the end of the loaded messages. Scrolling there loads more; the button is for keyboards, and after a failure. */
export function MoreMessages({ isLoading, onLoad, label, loading }: MoreProps) {
  return (
    <div css={moreSlot}>
      {isLoading ? (
        <>
          <Spinner />
          <VisuallyHidden>{loading}</VisuallyHidden>
        </>
      ) : (
        <button type="button" onClick={onLoad}>
          {label}
        </button>
      )}
    </div>
  );
}
