/**
 * Counts what React renders in a page, in the app as it is built: a stand-in where React looks for its
 * devtools. Call `noteRenders` before the page loads.
 */
import type { Page } from 'playwright-core';

export interface Renders {
  /** Rows of messages and of people, each at most once a commit. */
  messageRows: number;
  userRows: number;
  /** Components outside the message box and what lies in it. */
  outsideBox: number;
}

declare global {
  interface Window {
    renders?: Renders;
  }
}

export async function noteRenders(page: Page): Promise<void> {
  await page.addInitScript(() => {
    interface Fiber {
      type: unknown;
      flags: number;
      alternate: Fiber | null;
      child: Fiber | null;
      sibling: Fiber | null;
      return: Fiber | null;
      stateNode: unknown;
    }
    /** React's mark for a component whose function ran. */
    const PERFORMED_WORK = 1;
    const noted: Renders = { messageRows: 0, userRows: 0, outsideBox: 0 };
    window.renders = noted;

    function findBelow(fiber: Fiber): Element | undefined {
      for (let child = fiber.child; child; child = child.sibling) {
        const found = child.stateNode instanceof Element ? child.stateNode : findBelow(child);
        if (found) return found;
      }
      return undefined;
    }
    /** What a component draws; of one that draws nothing, what it belongs to. */
    function findElement(fiber: Fiber): Element | undefined {
      let found: Element | undefined;
      for (let one: Fiber | null = fiber; one && !found; one = one.return) found = findBelow(one);
      return found;
    }
    const findBox = (): Element | null => {
      let box: Element | null = document.querySelector('textarea');
      while (box && !box.parentElement?.querySelector('[role=log]')) box = box.parentElement;
      return box;
    };
    function walk(fiber: Fiber, see: (element: Element | undefined) => void): void {
      const isComponent = typeof fiber.type === 'function' || typeof fiber.type === 'object';
      if (isComponent && fiber.type !== null && fiber.flags & PERFORMED_WORK) {
        see(findElement(fiber));
      }
      // The same child is a part that React left alone.
      if (fiber.alternate && fiber.alternate.child === fiber.child) return;
      for (let child = fiber.child; child; child = child.sibling) walk(child, see);
    }

    Reflect.set(window, '__REACT_DEVTOOLS_GLOBAL_HOOK__', {
      supportsFiber: true,
      isDisabled: false,
      checkDCE: () => undefined,
      inject: () => 1,
      onCommitFiberRoot: (_renderer: number, root: { current: Fiber }) => {
        const rows = new Set<Element>();
        const box = findBox();
        walk(root.current, (element) => {
          const row = element?.closest('[data-key], [data-user-id]');
          if (row) rows.add(row);
          if (!element || !box?.contains(element)) noted.outsideBox += 1;
        });
        for (const row of rows) {
          if (row.matches('[data-user-id]')) noted.userRows += 1;
          else noted.messageRows += 1;
        }
      },
      onPostCommitFiberRoot: () => undefined,
      onCommitFiberUnmount: () => undefined,
    });
  });
}

/** Of looking whether anything was rendered. */
const LOOK_EVERY_MS = 1_000;
const MAX_LOOKS = 20;

/** Until what a page brings with its start is there: it counts as nobody's doing. */
export async function untilNothingRenders(page: Page): Promise<void> {
  const count = () =>
    page.evaluate(() => Object.values(window.renders ?? {}).reduce((sum, one) => sum + one, 0));
  let before = await count();
  for (let look = 0; look < MAX_LOOKS; look += 1) {
    await page.waitForTimeout(LOOK_EVERY_MS);
    const now = await count();
    if (now === before) return;
    before = now;
  }
}

/** What was rendered while `act` went on. */
export async function countRenders(page: Page, act: () => Promise<unknown>): Promise<Renders> {
  await page.evaluate(() => {
    if (window.renders)
      Object.assign(window.renders, { messageRows: 0, userRows: 0, outsideBox: 0 });
  });
  await act();
  return page.evaluate(() => {
    if (!window.renders) throw new Error('Renders were not noted.');
    return { ...window.renders };
  });
}
