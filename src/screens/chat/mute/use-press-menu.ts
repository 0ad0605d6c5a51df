import type { RefObject } from 'react';
import { useMenu } from '../../../ui/use-menu.ts';
import { useBackCloses } from '../../use-back-closes.ts';

/** A menu that opens when its button is pressed. The system's Back also closes it. */
export function usePressMenu(wrapRef: RefObject<HTMLElement | null>) {
  const { isOpen, openAt, close, wrapProps, buttonProps, menuProps } = useMenu(wrapRef);
  useBackCloses(isOpen, close);
  const handleClick = () => {
    if (isOpen) close();
    else openAt(0);
  };
  return { isOpen, wrapProps, buttonProps: { ...buttonProps, onClick: handleClick }, menuProps };
}
