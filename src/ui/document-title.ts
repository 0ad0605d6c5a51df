import { useEffect } from 'react';
import { texts } from './texts.ts';

let screen = '';
let count = 0;

/** Sets the page's title from the screen: "Login · Duet". */
export function useDocumentTitle(name: string) {
  useEffect(() => {
    screen = name;
    write();
    return () => {
      screen = '';
      write();
    };
  }, [name]);
}

/** Puts the unseen count before the name: "(3) Duet"; nothing for 0. */
export function setTitleCount(unseen: number): void {
  count = unseen;
  write();
}

function write() {
  const name = screen ? `${screen} · ${texts.app}` : texts.app;
  document.title = count > 0 ? `(${count > 99 ? '99+' : count}) ${name}` : name;
}
