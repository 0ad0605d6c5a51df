/** What a screen reader would say by itself: every change in a live region, in order. */
import type { Page } from 'playwright-core';

/** Listens from the next load on. */
export async function listen(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const REGIONS = '[role=status], [role=alert], [role=log], [aria-live]';
    const heard: string[] = [];
    const isLive = (region: Element) => region.getAttribute('aria-live') !== 'off';
    new MutationObserver((changes) => {
      const regions = new Set<Element>();
      for (const { target, addedNodes } of changes) {
        if (addedNodes.length === 0 && target.nodeType !== Node.TEXT_NODE) continue;
        const element = target instanceof Element ? target : target.parentElement;
        const region = element?.closest(REGIONS);
        if (region && isLive(region)) regions.add(region);
      }
      for (const region of regions) {
        const parts = region.children.length > 0 ? [...region.children] : [region];
        for (const part of parts) {
          const words = part.textContent?.trim();
          if (words) heard.push(words);
        }
      }
    }).observe(document, { subtree: true, childList: true, characterData: true });
    Object.assign(window, { heard });
  });
}

export const readHeard = (page: Page): Promise<string[]> => page.evaluate('heard');
