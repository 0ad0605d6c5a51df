import { type RefObject, useRef, useState } from 'react';
import { IconButton } from '../../../ui/button.tsx';
import { Search } from '../../../ui/icons/icons.ts';
import { isCommand, isComposing, usePageKeys } from '../../../ui/keys.ts';
import { useBackCloses } from '../../use-back-closes.ts';
import { texts } from './texts.ts';

/**
 * Opens the search of a conversation by its button, or by Ctrl+Shift+F (Cmd+Shift+F): without Shift these keys are the
 * browser's search. Escape closes it, wherever the focus is.
 */
export function useSearchPanel() {
  const [isOpen, setIsOpen] = useState(false);
  const panelRef = useRef<HTMLElement>(null);
  const buttonRef = useRef<HTMLButtonElement>(null);
  /** The focused element before. */
  const openerRef = useRef<Element>(null);

  const open = () => {
    openerRef.current = document.activeElement;
    setIsOpen(true);
  };
  const close = () => {
    setIsOpen(false);
    // A focus elsewhere stays there.
    const { activeElement } = document;
    if (activeElement !== document.body && !panelRef.current?.contains(activeElement)) return;
    const opener = openerRef.current;
    const isThere = opener instanceof HTMLElement && opener.isConnected && opener !== document.body;
    (isThere ? opener : buttonRef.current)?.focus();
  };

  useBackCloses(isOpen, close);

  const toggle = isOpen ? close : open;
  usePageKeys((event) => {
    // This Escape may belong to an input method or a menu.
    const isEscape = event.key === 'Escape' && !event.defaultPrevented && !isComposing(event);
    if (isCommand(event, 'f', { isShifted: true })) {
      if (!event.repeat) toggle();
    } else if (isOpen && isEscape) close();
    else return;
    event.preventDefault();
  });

  return { isOpen, toggle, close, panelRef, buttonRef };
}

interface SearchButtonProps {
  ref: RefObject<HTMLButtonElement | null>;
  isOpen: boolean;
  onPress: () => void;
}

export function SearchButton({ ref, isOpen, onPress }: SearchButtonProps) {
  return (
    <IconButton ref={ref} label={texts.open} aria-expanded={isOpen} onClick={onPress}>
      <Search size={20} />
    </IconButton>
  );
}
