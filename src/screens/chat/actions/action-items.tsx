import { css } from '@emotion/react';
import type { HTMLAttributes } from 'react';
import type { Elements } from '../../../ui/elements.ts';
import { FloatingMenu } from '../../../ui/floating-menu.tsx';
import { menuItem } from '../../../ui/menu-styles.ts';
import { bottomSheet, Dialog } from '../../dialog.tsx';
import type { Point } from '../../use-menu-requests.ts';
import type { MessageAction } from './actions.tsx';
import { texts } from './texts.ts';

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

interface ActionItemsProps {
  /** Above the actions. */
  reactions: Elements;
  actions: readonly MessageAction[];
  onRun: (action: MessageAction) => void;
}

/** The actions in a menu, which opens at a point of the window. */
export function ActionMenu({
  reactions,
  actions,
  onRun,
  at,
  ...props
}: ActionItemsProps & HTMLAttributes<HTMLElement> & { at: Point }) {
  return (
    <FloatingMenu css={menu} at={at} aria-label={texts.options} {...props}>
      {reactions}
      {actions.map((action) => (
        <ActionButton key={action.id} action={action} role="menuitem" tabIndex={-1} onRun={onRun} />
      ))}
    </FloatingMenu>
  );
}

/** The actions on a small screen. */
export function ActionSheet({
  reactions,
  actions,
  onRun,
  onClose,
}: ActionItemsProps & { onClose: () => void }) {
  return (
    <Dialog css={sheet} aria-label={texts.options} onClose={onClose}>
      <div css={items}>
        {reactions}
        {actions.map((action) => (
          <ActionButton key={action.id} action={action} onRun={onRun} />
        ))}
      </div>
    </Dialog>
  );
}

interface ActionButtonProps extends HTMLAttributes<HTMLButtonElement> {
  action: MessageAction;
  onRun: (action: MessageAction) => void;
}

function ActionButton({ action, onRun, ...props }: ActionButtonProps) {
  return (
    <button
      type="button"
      data-destructive={action.isDestructive}
      onClick={() => onRun(action)}
      {...props}
    >
      <action.icon size={20} />
      <span>{action.label}</span>
    </button>
  );
}
