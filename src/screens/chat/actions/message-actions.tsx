import { css, Global } from '@emotion/react';
import { useQueryClient } from '@tanstack/react-query';
import {
  type HTMLAttributes,
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { createPortal, flushSync } from 'react-dom';
import type { User } from '../../../protocol/entities.ts';
import { FloatingMenu } from '../../../ui/floating-menu.tsx';
import { hasModifier, isSingleKey, usePageKeys } from '../../../ui/keys.ts';
import { coarse, matchesMedia, small } from '../../../ui/media.ts';
import { menuItem } from '../../../ui/menu-styles.ts';
import { notify } from '../../../ui/notify.ts';
import { useListeners } from '../../../ui/use-listeners.ts';
import { bottomSheet, Dialog } from '../../dialog.tsx';
import { useMenu } from '../../use-menu.ts';
import { type Point, useMenuRequests } from '../../use-menu-requests.ts';
import { findEntry, keyOf, type ThreadPage } from '../thread/thread.ts';
import {
  type ActionTools,
  editText,
  listActions,
  type MessageAction,
  type Subject,
  useEndOfEdit,
  useRefusedEdit,
} from './actions.tsx';
import { canReact, QuickReactions, ReactionPicker, react, readOwnReaction } from './reactions.tsx';
import { texts } from './texts.ts';
import { Toolbar } from './toolbar.tsx';

/** A finger that stays opens the menu, and does not select text. */
const touch = css({
  [coarse]: { '.message .bubble': { userSelect: 'none', WebkitTouchCallout: 'none' } },
});

const items = css({
  '& > button': {
    ...menuItem,
    '&[data-destructive=true], &[data-destructive=true] > svg': { color: 'var(--danger)' },
  },
});
const menu = css(items, { minWidth: '13rem' });
/** At the lower edge of the window, near the thumbs. */
const sheet = css(bottomSheet, {
  '& > div': {
    padding: 'var(--s3)',
    paddingBlockEnd: 'max(var(--s3), env(safe-area-inset-bottom))',
  },
});

type Render = Parameters<ActionTools['show']>[0];

interface MessageActionsProps {
  scrollerRef: RefObject<HTMLElement | null>;
  /** The shown pages, and those up to the newest message. */
  pages: readonly ThreadPage[];
  newest: readonly ThreadPage[];
  me: User;
  peer: User;
}

/**
 * What can be done with a message: by the toolbar beside it, by keys while it has the focus, and by a menu, which opens
 * by the toolbar's last button, a right click, a long press, Enter, the menu key or Shift+F10. On a small screen the
 * menu is a sheet. Toolbar and menu are there once, in the row that the pointer or the focus was on last, and presses of
 * reactions are noticed here: rows have no handlers.
 */
export function MessageActions({ scrollerRef, pages, newest, me, peer }: MessageActionsProps) {
  const queryClient = useQueryClient();
  const [row, setRow] = useState<HTMLElement | null>(null);
  const [at, setAt] = useState<Point>({ x: 0, y: 0 });
  /** Only the reactions are in the menu. */
  const [isForReaction, setIsForReaction] = useState(false);
  const [isSheetOpen, setIsSheetOpen] = useState(false);
  /** `of` is the key of the message that it is about. */
  const [shown, setShown] = useState<{ render: Render; of: string } | null>(null);
  const wrapRef = useRef<HTMLDivElement>(null);
  const cameFrom = useRef<Element | null>(null);
  const returnFocus = () => {
    const to = cameFrom.current?.isConnected ? cameFrom.current : scrollerRef.current;
    if (to instanceof HTMLElement) to.focus({ preventScroll: true });
  };
  const { isOpen, openAt, close, wrapProps, menuProps } = useMenu(wrapRef, { returnFocus });

  const toSubject = (of: HTMLElement | null): Subject | undefined => {
    const message = of?.isConnected ? findEntry(pages, of.dataset.key ?? '') : undefined;
    return message && !message.deleted
      ? { message, isOwn: message.senderId === me._id, me, peer }
      : undefined;
  };
  const hide = () => setShown(null);
  const closeSheet = () => setIsSheetOpen(false);
  const makeShow =
    ({ message }: Subject): ActionTools['show'] =>
    (render) =>
      setShown({ render, of: keyOf(message) });
  const run = (action: MessageAction, subject: Subject) =>
    action.run(subject, { queryClient, show: makeShow(subject) });
  const showReactionPicker = (subject: Subject) =>
    makeShow(subject)((closePicker) => (
      <ReactionPicker
        onPick={(emoji) => {
          closePicker();
          if (emoji !== readOwnReaction(subject)) react(subject, emoji, queryClient);
        }}
        onClose={closePicker}
      />
    ));

  const openMenu = (found: HTMLElement, point: Point, isOfReactions = false) => {
    cameFrom.current = document.activeElement;
    flushSync(() => {
      setRow(found);
      setAt(point);
      setIsForReaction(isOfReactions);
    });
    openAt(0);
  };
  const open = (found: HTMLElement, point: Point | null) => {
    if (matchesMedia(small)) {
      setRow(found);
      setIsSheetOpen(true);
    } else openMenu(found, point ?? findPoint(found));
  };

  useMenuRequests(scrollerRef, {
    find: (event) => {
      const found = findMessage(event);
      const isArrival = event.type === 'focusin' || event.type === 'pointermove';
      return isArrival || canActOn(toSubject(found ?? null)) ? found : undefined;
    },
    onRequest: open,
    onArrive: (found) => {
      if (!isOpen && found !== row) setRow(found);
    },
    onKey: (found, event) => {
      const subject = event.target === found ? toSubject(found) : undefined;
      if (!subject) return false;
      if (event.key === 'Enter') {
        open(found, null);
        return true;
      }
      const action = listActions(subject).find(({ keys = [] }) =>
        keys.some((key) => isSingleKey(event, key)),
      );
      if (action) run(action, subject);
      return action !== undefined;
    },
  });
  usePageKeys((event) => {
    if (event.key !== 'ArrowUp' || hasModifier(event) || event.defaultPrevented) return;
    if (!isEmptyBox(event.target)) return;
    const own = findLastEditable();
    if (!own) return;
    event.preventDefault();
    run(editText, own);
  });
  const findLastEditable = (): Subject | undefined =>
    newest
      .flatMap(({ entries }) => entries)
      .map((message) => ({ message, isOwn: message.senderId === me._id, me, peer }))
      .findLast(editText.isPossible);

  useRefusedEdit(peer._id, pages);
  useEndOfEdit(peer._id, pages);

  useListeners(() => scrollerRef.current, {
    click({ target }) {
      const button = target instanceof Element ? target.closest('button') : null;
      const { emoji } = button?.dataset ?? {};
      const subject = toSubject(button?.closest<HTMLElement>('.message') ?? null);
      if (emoji !== undefined && subject && canReact(subject)) react(subject, emoji, queryClient);
    },
  });

  const subject = toSubject(row);
  const actions = subject ? listActions(subject) : [];
  /** The message was deleted, or scrolled away, while its menu was open. */
  const isGone = subject === undefined && (isOpen || isSheetOpen);
  const isShownGone = shown !== null && findEntry(pages, shown.of)?.deleted === true;
  const closeAll = useEffectEvent(() => {
    // The focus shows a tip, which cannot render within an effect.
    if (isOpen) queueMicrotask(returnFocus);
    close();
    closeSheet();
  });
  useLayoutEffect(() => {
    if (isGone) closeAll();
  }, [isGone]);
  // A dialog must not go on with what was deleted, here or by the other person.
  useEffect(() => {
    if (!isShownGone) return;
    setShown(null);
    notify.blank(texts.gone);
  }, [isShownGone]);
  return (
    <>
      <Global styles={touch} />
      {row &&
        canActOn(subject) &&
        createPortal(
          <div ref={wrapRef} style={{ display: 'contents' }} {...wrapProps}>
            <Toolbar
              key={row.dataset.key}
              row={row}
              actions={actions.filter(({ isInToolbar }) => isInToolbar)}
              onRun={(action) => run(action, subject)}
              onReact={
                canReact(subject)
                  ? (button) => (isOpen ? close() : openMenu(row, findPointBelow(button), true))
                  : undefined
              }
              onMore={(button) => (isOpen ? close() : openMenu(row, findPointBelow(button)))}
              opened={isOpen ? (isForReaction ? 'react' : 'more') : null}
            />
            {isOpen && (
              <FloatingMenu css={menu} at={at} aria-label={texts.options} {...menuProps}>
                <QuickReactions
                  subject={subject}
                  isInMenu
                  onMore={() => showReactionPicker(subject)}
                />
                <ActionButtons
                  actions={isForReaction ? [] : actions}
                  onRun={(action) => run(action, subject)}
                  role="menuitem"
                  tabIndex={-1}
                />
              </FloatingMenu>
            )}
          </div>,
          row,
        )}
      {isSheetOpen && subject && (
        <Dialog css={sheet} aria-label={texts.options} onClose={closeSheet}>
          <div css={items}>
            <QuickReactions
              subject={subject}
              onReact={closeSheet}
              onMore={() => {
                closeSheet();
                showReactionPicker(subject);
              }}
            />
            <ActionButtons
              actions={actions}
              onRun={(action) => {
                // The focus is on the message again before an action moves it.
                flushSync(closeSheet);
                run(action, subject);
              }}
            />
          </div>
        </Dialog>
      )}
      {shown?.render(hide)}
    </>
  );
}

/** Otherwise the browser's own menu opens. */
const canActOn = (subject: Subject | undefined): subject is Subject =>
  subject !== undefined && (listActions(subject).length > 0 || canReact(subject));

interface ActionButtonsProps extends HTMLAttributes<HTMLButtonElement> {
  actions: readonly MessageAction[];
  onRun: (action: MessageAction) => void;
}

function ActionButtons({ actions, onRun, ...props }: ActionButtonsProps) {
  return actions.map((action) => (
    <button
      key={action.id}
      type="button"
      data-destructive={action.isDestructive}
      onClick={() => onRun(action)}
      {...props}
    >
      <action.icon size={20} />
      <span>{action.label}</span>
    </button>
  ));
}

/** Links, selected text and messages without content keep the browser's own menu; the toolbar and the menu have none. */
function findMessage({ target, type }: Event): HTMLElement | undefined {
  if (!(target instanceof Element)) return undefined;
  const row = target.closest<HTMLElement>('.message[data-key]') ?? undefined;
  if (type !== 'contextmenu' && type !== 'pointerdown') return row;
  if (target.closest('a, [role=menu], [role=toolbar]') || row?.querySelector('.empty')) {
    return undefined;
  }
  const selection = document.getSelection();
  const isSelected = selection && !selection.isCollapsed && selection.containsNode(target, true);
  return isSelected ? undefined : row;
}

const isEmptyBox = (target: EventTarget | null): boolean =>
  target instanceof HTMLTextAreaElement && target.dataset.part === 'box' && target.value === '';

/** For a menu that was opened by a key: at the beginning of the message, near its lower edge. */
function findPoint(row: HTMLElement): Point {
  const { left, bottom } = (row.querySelector('.bubble') ?? row).getBoundingClientRect();
  return { x: left + 16, y: bottom - 4 };
}

function findPointBelow(button: HTMLElement): Point {
  const { left, bottom } = button.getBoundingClientRect();
  return { x: left, y: bottom + 4 };
}
