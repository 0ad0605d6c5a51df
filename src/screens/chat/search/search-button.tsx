import type { RefObject } from 'react';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Search } from '../../../ui/icons/icons.ts';
import { texts } from './texts.ts';

interface SearchButtonProps {
  ref: RefObject<HTMLButtonElement | null>;
  isOpen: boolean;
  onPress: () => void;
}

/** In the bar of a conversation. */
export function SearchButton({ ref, isOpen, onPress }: SearchButtonProps) {
  return (
    <IconButton ref={ref} label={texts.open} aria-expanded={isOpen} onClick={onPress}>
      <Search size={20} />
    </IconButton>
  );
}
