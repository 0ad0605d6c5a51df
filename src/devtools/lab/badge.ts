/** Says on the page that faults occur on purpose, and how many; its button ends that. */
import { texts } from '../texts.ts';

/** Returns a function that shows the number of faults. */
export function showBadge(seed: number): (count: number) => void {
  const badge = document.createElement('button');
  badge.type = 'button';
  Object.assign(badge.style, {
    position: 'fixed',
    // Its lines run downwards, the first at the right: this is at the left edge.
    insetBlockEnd: '0',
    insetInlineStart: '15%',
    zIndex: '99999',
    padding: '8px 2px',
    writingMode: 'vertical-rl',
    background: 'var(--danger-soft)',
    color: 'var(--danger)',
    font: 'var(--t-sm)',
  });
  badge.addEventListener('click', stopLab);
  document.body.append(badge);
  const show = (count: number) => {
    badge.textContent = `${texts.badge(seed, count)} · ${texts.stop}`;
  };
  show(0);
  return show;
}

/** The page begins again without the faults. */
export function stopLab(): void {
  location.hash = '';
  location.reload();
}
