import { type RefCallback, useCallback, useState } from 'react';

/** How far beyond the edge of its list an item counts as near. */
const MARGIN = '300px 0px';

/** Whether an item of a scrolling list is in view or near it. */
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
