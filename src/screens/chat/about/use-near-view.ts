import { type RefCallback, useCallback, useState } from 'react';

/** How far beyond the edge of its list something counts as near. */
const MARGIN = '300px 0px';

/** Whether an item of a list that scrolls by itself is in view or soon will be. */
export function useNearView(): [ref: RefCallback<HTMLElement>, isNear: boolean] {
  const [isNear, setIsNear] = useState(false);
  const ref = useCallback((item: HTMLElement | null) => {
    if (!item) return;
    const observer = new IntersectionObserver(
      (entries) => setIsNear(entries.at(-1)?.isIntersecting ?? false),
      { root: item.parentElement, rootMargin: MARGIN },
    );
    observer.observe(item);
    return () => observer.disconnect();
  }, []);
  return [ref, isNear];
}
