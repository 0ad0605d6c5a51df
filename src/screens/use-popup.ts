import { type FocusEvent, type RefObject, useState } from 'react';
import { isComposing, usePageKeys } from '../ui/keys.ts';
import { useListeners } from '../ui/use-listeners.ts';
import { useBackCloses } from './history-entries.ts';

export interface PopupOptions {
  closesByBack?: boolean;
  /** Called when it closes and has the focus; if absent, its button gets it. */
  returnFocus?: () => void;
}

/**
 * Closes a popup beside its button, both inside `wrapRef`: on a press or focus elsewhere, by Escape, and by the
 * browser's Back. Not a native popover: only some browsers can place one beside its button.
 */
export function usePopup(wrapRef: RefObject<HTMLElement | null>, options: PopupOptions = {}) {
  const [isOpen, setIsOpen] = useState(false);

  const close = () => {
    const { activeElement } = document;
    const button = wrapRef.current?.querySelector('button');
    // A focus elsewhere stays there: a pointer may also open it.
    if (activeElement !== button && wrapRef.current?.contains(activeElement)) {
      if (options.returnFocus) options.returnFocus();
      else button?.focus();
    }
    setIsOpen(false);
  };
  useBackCloses(isOpen && options.closesByBack !== false, close);

  const handlePress = ({ target }: Event) => {
    if (target instanceof Node && !wrapRef.current?.contains(target)) setIsOpen(false);
  };
  useListeners(() => document, { pointerdown: handlePress }, { isOn: isOpen });
  usePageKeys(
    (event) => {
      if (event.key !== 'Escape' || isComposing(event)) return;
      // Escape closes one thing at a time; this popup comes first, wherever the focus is.
      event.preventDefault();
      close();
    },
    document,
    { capture: true, isOn: isOpen },
  );

  return {
    isOpen,
    setIsOpen,
    close,
    wrapProps: {
      onBlur: ({ relatedTarget, currentTarget }: FocusEvent) => {
        // No element gets the focus when the window loses it, or when the focused element is removed.
        if (relatedTarget && !currentTarget.contains(relatedTarget)) setIsOpen(false);
      },
    },
  };
}
