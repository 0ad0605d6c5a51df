import { css } from '@emotion/react';
import { useQueryClient } from '@tanstack/react-query';
import { type RefObject, useEffect } from 'react';
import { useFeatures } from '../../../backend/use-features.ts';
import type { User } from '../../../protocol/entities.ts';
import { endSelecting, useSelectedKeys } from '../../../stores/selected-messages.ts';
import { isComposing } from '../../../ui/composing.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { X } from '../../../ui/icons/form-icons.ts';
import { Copy, Forward, Trash2 } from '../../../ui/icons/later-icons.ts';
import { forcedColors } from '../../../ui/media.ts';
import { usePageKeys } from '../../../ui/use-page-keys.ts';
import { writeCopied } from '../thread/copied-text.ts';
import { texts as threadTexts } from '../thread/texts.ts';
import { keyOf, type ThreadPage } from '../thread/thread.ts';
import { copyToClipboard } from './copy-text.ts';
import { askToDelete } from './delete-several.tsx';
import { askWhom, isForwardable } from './forward.tsx';
import type { ActionTools } from './message-action.ts';
import { texts } from './texts.ts';

/** Over the first messages, in place of the name of the day. */
const bar = css({
  position: 'absolute',
  zIndex: 'var(--z-float)',
  insetBlockStart: 4,
  insetInline: 'var(--gap)',
  display: 'flex',
  alignItems: 'center',
  width: 'max-content',
  maxWidth: 'calc(100% - 2 * var(--gap))',
  marginInline: 'auto',
  paddingInline: 'var(--s4) 4px',
  borderRadius: 'var(--r-full)',
  background: 'var(--raised)',
  boxShadow: 'var(--shadow-2)',
  font: 'var(--t-name)',
  [forcedColors]: { border: '1px solid' },
  '& > p': { marginInlineEnd: 'var(--s2)', fontVariantNumeric: 'tabular-nums' },
});

interface SelectedBarProps {
  scrollerRef: RefObject<HTMLElement | null>;
  pages: readonly ThreadPage[];
  me: User;
  peer: User;
  show: ActionTools['show'];
}

/** What can be done with the selected messages; Escape ends selecting them. */
export function SelectedBar({ scrollerRef, pages, me, peer, show }: SelectedBarProps) {
  const queryClient = useQueryClient();
  const features = useFeatures();
  const keys = useSelectedKeys();
  useEffect(() => endSelecting, []);

  const end = () => {
    endSelecting();
    // The pressed button is removed; a focused message stays focused.
    if (!scrollerRef.current?.contains(document.activeElement)) scrollerRef.current?.focus();
  };
  usePageKeys((event) => {
    const isEscape = event.key === 'Escape' && !event.defaultPrevented && !isComposing(event);
    if (!keys || !isEscape) return;
    event.preventDefault();
    end();
  });

  if (!keys) return null;
  const chosen = pages.flatMap(({ entries }) => entries.filter((entry) => keys.has(keyOf(entry))));
  const forwarded = chosen.filter(isForwardable);
  const deleted = chosen.filter(({ outgoing }) => !outgoing);
  return (
    <div css={bar} role="toolbar" aria-label={texts.selected}>
      <p role="status">{texts.countSelected(keys.size)}</p>
      <IconButton
        label={texts.copySelected}
        aria-disabled={chosen.length === 0}
        onClick={() => {
          if (chosen.length === 0) return;
          copyToClipboard(
            writeCopied(
              chosen.map(({ senderId, createdAt, text }) => ({
                sender: senderId === me._id ? threadTexts.you : peer.fullName,
                createdAt,
                text,
              })),
            ),
          );
          end();
        }}
      >
        <Copy size={20} />
      </IconButton>
      {features?.has('forward') && (
        <IconButton
          label={texts.forwardSelected}
          aria-disabled={forwarded.length === 0}
          onClick={() => {
            if (forwarded.length > 0) askWhom(forwarded, { queryClient, show, onForward: end });
          }}
        >
          <Forward size={20} />
        </IconButton>
      )}
      {features?.has('deleteMessages') && (
        <IconButton
          label={texts.deleteSelected}
          aria-disabled={deleted.length === 0}
          onClick={() => {
            if (deleted.length > 0)
              askToDelete(deleted, { peer, queryClient, show, onDelete: end });
          }}
        >
          <Trash2 size={20} />
        </IconButton>
      )}
      <IconButton label={texts.endSelecting} onClick={end}>
        <X size={20} />
      </IconButton>
    </div>
  );
}
