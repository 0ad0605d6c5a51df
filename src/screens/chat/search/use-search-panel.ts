import { useRef, useState } from 'react';
import { isCommand } from '../../../ui/command-keys.ts';
import { usePageKeys } from '../../../ui/use-page-keys.ts';
import { useBackCloses } from '../../use-back-closes.ts';

/**
 * Opens the search of a conversation by its button, or by Ctrl+Shift+F (Cmd+Shift+F): without Shift these
 * keys are the browser's own search.
 */
export function useSearchPanel() {
  const [isOpen, setIsOpen] = useState(false);
  const buttonRef = useRef<HTMLButtonElement>(null);
  /** What had the focus before. */
  const openerRef = useRef<Element>(null);

  const open = () => {
    openerRef.current = document.activeElement;
    setIsOpen(true);
  };
  const close = () => {
    setIsOpen(false);
    const opener = openerRef.current;
    const isThere = opener instanceof HTMLElement && opener.isConnected && opener !== document.body;
    (isThere ? opener : buttonRef.current)?.focus();
  };

  useBackCloses(isOpen, close);

  usePageKeys((event) => {
    if (!isCommand(event, 'f', true)) return;
    event.preventDefault();
    if (event.repeat) return;
    if (isOpen) close();
    else open();
  });

  return { isOpen, toggle: isOpen ? close : open, close, buttonRef };
}
