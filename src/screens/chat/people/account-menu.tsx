import { css } from '@emotion/react';
import { useId, useRef } from 'react';
import { IconButton } from '../../../ui/icon-button.tsx';
import { EllipsisVertical } from '../../../ui/icons/icons.ts';
import { AccountActions } from './account-actions.tsx';
import { texts } from './texts.ts';
import { useHoverMenu } from './use-hover-menu.ts';

const wrap = css({ position: 'relative' });

/** Actions on the own account. Opens by hover, keyboard focus, and tap. */
export function AccountMenu() {
  const wrapRef = useRef<HTMLDivElement>(null);
  const listId = useId();
  const { isOpen, hasHistoryEntry, wrapProps, buttonProps, listProps } = useHoverMenu(wrapRef);
  return (
    <div css={wrap} ref={wrapRef} {...wrapProps}>
      {/* No `title`: its bubble would cover the list that opens under the pointer. */}
      <IconButton label={texts.menu} title="" aria-controls={listId} {...buttonProps}>
        <EllipsisVertical size={20} />
      </IconButton>
      {isOpen && (
        <AccountActions
          id={listId}
          aria-label={texts.menu}
          hasHistoryEntry={hasHistoryEntry}
          {...listProps}
        />
      )}
    </div>
  );
}
