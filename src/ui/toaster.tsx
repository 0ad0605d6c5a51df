/** The look and duration of notifications. `notify.ts` loads it with the first one. */
import { css } from '@emotion/react';
import type { CSSProperties } from 'react';
import { Toaster as Sonner, toast } from 'sonner';
import type { Notice, NoticeKind } from './notify.ts';

/** Spec section 9, in ms. */
const DURATIONS: Record<NoticeKind, number> = {
  blank: 4_000,
  error: 4_000,
  success: 2_000,
  loading: Number.POSITIVE_INFINITY,
  custom: 4_000,
};
/** Of a notice with Undo, in ms. */
const UNDO_MS = 5_000;
/** Spec section 9. */
const MAX_AT_ONCE = 20;

export function show({ id, kind, text, icon, onUndo }: Notice) {
  raise();
  const open = kind === 'blank' || kind === 'custom' ? toast : toast[kind];
  open(
    <span dir="auto" {...(kind === 'error' && { role: 'alert' })}>
      {text}
    </span>,
    {
      id,
      duration: onUndo ? UNDO_MS : DURATIONS[kind],
      ...(icon !== undefined && { icon }),
      ...(onUndo && { action: { label: texts.undo, onClick: onUndo } }),
    },
  );
}

export function dismiss(id: string) {
  toast.dismiss(id);
}

export function clear() {
  toast.dismiss();
}

const look = css({
  // Where the visible part begins, if an on-screen keyboard has pushed the page up.
  '&[data-sonner-toaster]': { translate: '0 var(--seen-top, 0px)' },
  // Sonner has px, which stay the same when the text is larger.
  '& [data-sonner-toast][data-styled=true]': { fontSize: '.8125rem' },
  '& [data-sonner-toast][data-styled=true] [data-button]': {
    height: 'auto',
    minHeight: 24,
    fontSize: '.75rem',
  },
  '& [data-title]': { overflow: 'clip', overflowClipMargin: 4 },
  '& [data-sonner-toast][data-type=success] [data-icon]': { color: 'var(--online-text)' },
  '& [data-sonner-toast][data-type=error] [data-icon]': { color: 'var(--danger)' },
  // A finger needs more than what is seen of it.
  '& [data-sonner-toast][data-styled=true] [data-close-button]': {
    width: 24,
    height: 24,
    '&::before': { content: '""', position: 'absolute', inset: -11 },
  },
});

/** The app's theme, in Sonner's names. */
const theme: CSSProperties & Record<`--${string}`, string> = {
  '--normal-bg': 'var(--raised)',
  '--normal-text': 'var(--text)',
  '--normal-border': 'var(--line)',
  '--gray4': 'var(--line)',
  '--gray5': 'var(--line)',
  '--gray12': 'var(--text)',
  '--border-radius': 'var(--r-l)',
  fontFamily: 'inherit',
  '--width': '27rem',
};

let layer: HTMLElement | null = null;

/** Above a dialog: what was put last into the browser's top layer is in front. Older browsers have no such layer. */
function raise() {
  if (!layer?.showPopover) return;
  if (layer.matches(':popover-open')) layer.hidePopover();
  layer.showPopover();
}

/** The notices place themselves. */
const topLayer = css({ all: 'unset' });

/** Below the bar with the name of the person. */
const OFFSET = { top: 'calc(var(--bar-h) + var(--gutter) + 8px)' };

/** Newest first, at the top centre. */
export function Toaster() {
  return (
    <div
      css={topLayer}
      popover="manual"
      ref={(element) => {
        layer = element;
        raise();
      }}
    >
      <Sonner
        css={look}
        style={theme}
        position="top-center"
        offset={OFFSET}
        mobileOffset={OFFSET}
        expand
        visibleToasts={MAX_AT_ONCE}
        closeButton
        toastOptions={{ closeButtonAriaLabel: texts.dismiss }}
        customAriaLabel={texts.notifications}
      />
    </div>
  );
}

/** Texts of notifications, which load with the first one. */
export const texts = {
  notifications: 'Notifications',
  dismiss: 'Dismiss',
  undo: 'Undo',
} as const;
