/** Shows the unseen count on the page's icon, and on the icon of the installed app. */

/** The icon, 512 by 512, without shading: nobody would see that at 16 px. */
const ICON =
  '<path fill="#0B5769" d="M0 0h512v512H0z"/><g transform="translate(73.6 134.4) scale(7.6)">' +
  '<path fill="#F4FBFC" d="M2 16a14 14 0 1 1 14 14H6a4 4 0 0 1-4-4Z"/>' +
  '<path fill="#FF9A5A" d="M46 16a14 14 0 1 0-14 14h10a4 4 0 0 0 4-4Z"/>' +
  '<path fill="#06303C" d="M24 4.511a14 14 0 0 1 0 22.978a14 14 0 0 1 0-22.978Z"/></g>';

let original: string | null = null;

/** Shows the count; 0 restores the icon. */
export function showCountOnIcon(count: number): void {
  const link = document.querySelector<HTMLLinkElement>('link[rel=icon][type="image/svg+xml"]');
  if (!link) return;
  original ??= link.getAttribute('href') ?? '';
  link.href = count > 0 ? drawIcon(count) : original;
  // Refused if the app is not installed.
  const done = count > 0 ? navigator.setAppBadge?.(count) : navigator.clearAppBadge?.();
  done?.catch(() => undefined);
}

function drawIcon(count: number): string {
  const text = count > 99 ? '99+' : String(count);
  const size = { 1: 300, 2: 250, 3: 180 }[text.length];
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512">${ICON}` +
    '<circle cx="326" cy="326" r="186" fill="#C2440C" stroke="#fff" stroke-width="16"/>' +
    `<text x="326" y="326" dy=".36em" fill="#fff" font-family="sans-serif" font-weight="700" font-size="${size}" text-anchor="middle">${text}</text></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}
