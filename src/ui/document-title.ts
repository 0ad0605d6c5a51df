import { useEffect } from 'react';

/** Names the page after the screen: "Login · Duet". */
export function useDocumentTitle(screen: string) {
  useEffect(() => {
    document.title = `${screen} · Duet`;
    return () => {
      document.title = 'Duet';
    };
  }, [screen]);
}
