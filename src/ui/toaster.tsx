/** The look and duration of notifications. `notify.ts` loads it with the first one. */
import { css, keyframes } from '@emotion/react';
import { type CSSProperties, type FocusEvent, useRef } from 'react';
import { Toaster as Sonner, toast } from 'sonner';
import { IconButton } from './icon-button.tsx';
import { CircleAlert, CircleCheck, X } from './icons/form-icons.ts';
import { canHover, forcedColors } from './media.ts';
import type { Notice, NoticeKind } from './notice.ts';
import { setAttended, useNoticeClock } from './notice-clock.ts';
import { texts } from './notice-texts.ts';
import { Spinner } from './spinner.tsx';

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
/** Calls that fail for the same reason do so at about the same time with the same message; in ms. */
const TOGETHER_MS = 1_000;

/** Visible errors by message, with the time each was shown. */
const errors = new Map<string, { id: string; at: number }>();

export function show(notice: Notice) {
  if (notice.kind === 'error' && isRepeated(notice)) return;
  const [oldest, ...others] = toast.getToasts();
  if (oldest && others.length >= MAX_AT_ONCE - 1) toast.dismiss(oldest.id);
  toast.custom(() => <NoticeCard notice={notice} />, {
    id: notice.id,
    // `notice-clock.ts` is the timer: Sonner's does not pause while the focus is here.
    duration: Number.POSITIVE_INFINITY,
  });
}

/** Whether the same error was shown just now. An older one is replaced, so that a new failure is noticed. */
function isRepeated({ id, text }: Notice): boolean {
  const standing = new Set(toast.getToasts().map((one) => one.id));
  for (const [words, error] of errors) if (!standing.has(error.id)) errors.delete(words);
  const before = errors.get(text);
  if (before && Date.now() - before.at < TOGETHER_MS) return true;
  if (before) toast.dismiss(before.id);
  errors.set(text, { id, at: Date.now() });
  return false;
}

export function dismiss(id: string) {
  toast.dismiss(id);
}

export function clear() {
  for (const { id } of toast.getToasts()) toast.dismiss(id);
}

const list = css({
  '&[data-sonner-toaster]': {
    zIndex: 'var(--z-toast)',
    fontFamily: 'inherit',
    // Where the visible part begins, if an on-screen keyboard has pushed the page up.
    translate: '0 var(--seen-top, 0px)',
  },
  '& > li': {
    display: 'flex',
    justifyContent: 'center',
    width: '100%',
    // The row is as wide as the widest card; beside its card the pointer passes through.
    pointerEvents: 'none',
  },
});

const widestCard: CSSProperties & Record<'--width', string> = {
  '--width': 'min(420px, 100vw - 24px)',
};

/** Newest first, at the top centre. */
export function Toaster() {
  return (
    <Sonner
      css={list}
      position="top-center"
      expand
      visibleToasts={MAX_AT_ONCE}
      gap={8}
      offset={16}
      mobileOffset={12}
      hotkey={[]}
      style={widestCard}
      customAriaLabel={texts.notifications}
    />
  );
}

const drop = keyframes({ from: { opacity: 0, transform: 'translateY(-10px) scale(.98)' } });
const card = css({
  pointerEvents: 'auto',
  display: 'flex',
  alignItems: 'center',
  gap: 10,
  minHeight: 48,
  maxWidth: '100%',
  paddingBlock: 2,
  paddingInline: '16px 4px',
  borderRadius: 'var(--r-l)',
  background: 'var(--raised)',
  color: 'var(--text)',
  boxShadow: 'var(--shadow-3)',
  font: 'var(--t-md)',
  overflowWrap: 'anywhere',
  animation: `${drop} var(--d-base) var(--ease-out)`,
  [forcedColors]: { border: '1px solid' },
  '& > p': { minWidth: 0, padding: '9px 0' },
  '& > button': { marginInlineStart: 2 },
  '&[data-kind=success] > svg': { color: 'var(--online-text)' },
  '&[data-kind=error] > svg': { color: 'var(--danger)' },
  '&[data-kind=loading] > svg': { color: 'var(--accent-text)' },
});

const undo = css({
  flex: 'none',
  minHeight: 44,
  paddingInline: 'var(--s3)',
  borderRadius: 'var(--r-m)',
  fontWeight: 600,
  color: 'var(--accent-text)',
  [canHover]: { '&:hover': { background: 'var(--accent-soft)' } },
});

function NoticeCard({ notice }: { notice: Notice }) {
  const { id, kind, text } = notice;
  /** The focused element before the focus came here. */
  const cameFrom = useRef<EventTarget | null>(null);
  useNoticeClock(id, notice.onUndo ? UNDO_MS : DURATIONS[kind], () => dismiss(id));

  // Sonner must not see the focus move: otherwise it would move it back when it leaves.
  function handleFocus(event: FocusEvent) {
    event.stopPropagation();
    if (!event.currentTarget.contains(event.relatedTarget)) cameFrom.current = event.relatedTarget;
    setAttended(id, true);
  }

  function handleBlur(event: FocusEvent) {
    event.stopPropagation();
    if (!event.currentTarget.contains(event.relatedTarget)) setAttended(id, false);
  }

  function handleDismiss() {
    dismiss(id);
    if (cameFrom.current instanceof HTMLElement) cameFrom.current.focus({ preventScroll: true });
  }

  function handleUndo() {
    handleDismiss();
    notice.onUndo?.();
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: nothing is done here, somebody's presence is noticed
    <div
      css={card}
      ref={leaveTabOrder}
      data-kind={kind}
      role={kind === 'error' ? 'alert' : 'status'}
      onPointerEnter={() => setAttended(id, true)}
      onPointerLeave={() => setAttended(id, false)}
      onFocus={handleFocus}
      onBlur={handleBlur}
    >
      <NoticeIcon notice={notice} />
      <p dir="auto">{text}</p>
      {notice.onUndo && (
        <button type="button" css={undo} onClick={handleUndo}>
          {texts.undo}
        </button>
      )}
      <IconButton label={texts.dismiss} onClick={handleDismiss}>
        <X size={16} />
      </IconButton>
    </div>
  );
}

/** Sonner makes the row around a card a tab stop, although it has no action. */
function leaveTabOrder(card: HTMLElement | null) {
  card?.closest('li')?.removeAttribute('tabindex');
}

function NoticeIcon({ notice }: { notice: Notice }) {
  switch (notice.kind) {
    case 'success':
      return <CircleCheck size={20} />;
    case 'error':
      return <CircleAlert size={20} />;
    case 'loading':
      return <Spinner />;
    default:
      return notice.icon;
  }
}
