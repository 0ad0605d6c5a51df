import { useEffect } from 'react';
import { texts } from './texts.ts';

let screen = '';
let count = 0;

/** Names the page after the screen: "Login · Duet". */
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

/** Puts what is unseen before the name: "(3) Duet"; nothing at 0. */
export function setTitleCount(unseen: number): void {
  count = unseen;
  write();
}

function write() {
  const name = screen ? `${screen} · ${texts.app}` : texts.app;
  document.title = count > 0 ? `(${count > 99 ? '99+' : count}) ${name}` : name;
}
