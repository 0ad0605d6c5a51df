import { css } from '@emotion/react';
import type { ComponentProps } from 'react';
import { Ellipsis, SmilePlus } from '../../../ui/icons/icons.ts';
import { canHover, coarse } from '../../../ui/media.ts';
import { circle, raised } from '../../../ui/styles.ts';
import type { MessageAction } from './actions.tsx';
import { texts } from './texts.ts';

/** Between a bubble and the buttons beside it, and the size of a button, in px. */
const GAP = 6;
const BUTTON = 32;

/** Beside the bubble, or on its outer corner if there is no room. It takes no space from the messages. */
const bar = css({
  position: 'absolute',
  zIndex: 'var(--z-sticky)',
  gridRow: 1,
  insetBlockStart: 0,
  display: 'flex',
  padding: 2,
  borderRadius: 'var(--r-full)',
  ...raised(2),
  visibility: 'hidden',
  // A finger has the menu, whose items are large enough.
  [coarse]: { display: 'none' },
  '[data-own=true] > div > &': { gridColumn: '1 / 2', insetInlineEnd: 'var(--beside)' },
  '[data-own=false] > div > &': { gridColumn: '2 / 3', insetInlineStart: 'var(--beside)' },
  '&[data-over=true]': { insetBlockStart: -20 },
  '.message:is(:focus-visible, :has(:focus-visible), :has([aria-expanded=true])) > div > &': {
    visibility: 'visible',
  },
  [canHover]: { '.message:hover > div > &': { visibility: 'visible' } },
  '& > button': {
    ...circle(BUTTON),
    color: 'var(--text-muted)',
    '&:hover, &[aria-expanded=true]': { background: 'var(--hover)', color: 'var(--text)' },
  },
});

interface ToolbarProps {
  row: HTMLElement;
  actions: readonly MessageAction[];
  onRun: (action: MessageAction) => void;
  /** Absent: nobody can react. */
  onReact: ((button: HTMLElement) => void) | undefined;
  onMore: (button: HTMLElement) => void;
  /** The button whose menu is open. */
  opened: 'react' | 'more' | null;
}

/** The most used actions of a message, and the button of its menu. Not in the tab order: keys of the message do the same. */
export function Toolbar({ row, actions, onRun, onReact, onMore, opened }: ToolbarProps) {
  const opener = { 'aria-haspopup': 'menu' } as const;
  const place = (element: HTMLElement | null) => {
    const bubble = row.querySelector<HTMLElement>('.bubble');
    const avatar = row.querySelector<HTMLElement>('.avatar');
    if (!element || !bubble || !avatar) return;
    const room = row.offsetWidth - avatar.offsetWidth - 2 * GAP - bubble.offsetWidth;
    const isOver = room < element.offsetWidth + GAP;
    element.dataset.over = `${isOver}`;
    element.style.setProperty('--beside', isOver ? '0px' : `${bubble.offsetWidth + GAP}px`);
  };
  return (
    <div
      css={bar}
      ref={place}
      role="toolbar"
      aria-label={texts.options}
      // The focus stays where it is.
      onMouseDown={(event) => event.preventDefault()}
    >
      {onReact && (
        <ToolbarButton
          label={texts.react}
          {...opener}
          aria-expanded={opened === 'react'}
          onClick={({ currentTarget }) => onReact(currentTarget)}
        >
          <SmilePlus size={18} />
        </ToolbarButton>
      )}
      {actions.map((action) => (
        <ToolbarButton key={action.id} label={action.label} onClick={() => onRun(action)}>
          <action.icon size={18} />
        </ToolbarButton>
      ))}
      <ToolbarButton
        label={texts.more}
        {...opener}
        aria-expanded={opened === 'more'}
        onClick={({ currentTarget }) => onMore(currentTarget)}
      >
        <Ellipsis size={18} />
      </ToolbarButton>
    </div>
  );
}

function ToolbarButton({ label, ...props }: ComponentProps<'button'> & { label: string }) {
  return <button type="button" tabIndex={-1} aria-label={label} title={label} {...props} />;
}
