/** What a person does at a driven browser, by what can be seen: in whichever engine, and without its help. */
import { z } from 'zod';
import { eventually } from '../actions.ts';
import type { DriverWindow, Point } from './driver.ts';

/** Elements that can be seen: those of a selector, and of these those with a name or a text. */
export interface Target {
  css: string;
  /** The label, or what stands in for it; the whole of it. */
  name?: string;
  /** A part of the text. */
  text?: string;
}

const Seen = z.object({
  text: z.string(),
  /** What is typed in there. */
  value: z.string(),
  /** Its middle. */
  x: z.number(),
  y: z.number(),
  /** A press at its middle reaches it. */
  isReachable: z.boolean(),
});
export type Seen = z.infer<typeof Seen>;

/** What of it can be seen now, in the order of the page. */
export async function look(window: DriverWindow, target: Target): Promise<Seen[]> {
  const given = { ...target, isToPress: false };
  return z.array(Seen).parse(await window.run(findSeen, given));
}

export const count = async (window: DriverWindow, target: Target): Promise<number> =>
  (await look(window, target)).length;

export const readTexts = async (window: DriverWindow, target: Target): Promise<string[]> =>
  (await look(window, target)).map(({ text }) => text);

export const readValue = async (window: DriverWindow, target: Target): Promise<string> =>
  (await look(window, target))[0]?.value ?? '';

export const waitFor = (window: DriverWindow, target: Target): Promise<void> =>
  eventually(async () => (await count(window, target)) > 0, true);

export const waitUntilGone = (window: DriverWindow, target: Target): Promise<void> =>
  eventually(() => count(window, target), 0);

export async function press(window: DriverWindow, target: Target): Promise<void> {
  await window.click(await findPlace(window, target));
}

export async function pointAt(window: DriverWindow, target: Target): Promise<void> {
  await window.moveTo(await findPlace(window, target));
}

export async function scroll(window: DriverWindow, target: Target, pixels: number): Promise<void> {
  await window.turnWheel(await findPlace(window, target), pixels);
}

/** Types into a field that is empty. */
export async function fill(window: DriverWindow, target: Target, text: string): Promise<void> {
  await press(window, target);
  await window.type(text);
  await eventually(() => readValue(window, target), text);
}

/** The middle of the first that can be pressed, once it stands still. */
export async function findPlace(window: DriverWindow, target: Target): Promise<Point> {
  let last: Point | undefined;
  await eventually(async () => {
    const found = z.array(Seen).parse(await window.run(findSeen, { ...target, isToPress: true }));
    const before = last;
    last = found.find(({ isReachable }) => isReachable);
    return last !== undefined && before?.x === last.x && before.y === last.y;
  }, true);
  if (!last) throw new Error(`${target.css} cannot be pressed.`);
  return last;
}

/** Runs in the page. */
function findSeen({ css, name, text, isToPress }: Target & { isToPress: boolean }): Seen[] {
  const nameOf = (element: HTMLElement) =>
    element.ariaLabel ??
    ('labels' in element && element.labels instanceof NodeList ? element.labels[0] : undefined)
      ?.textContent ??
    element.getAttribute('placeholder') ??
    element.textContent;
  const found = [...document.querySelectorAll<HTMLElement>(css)].filter(
    (element) =>
      element.getClientRects().length > 0 &&
      getComputedStyle(element).visibility === 'visible' &&
      (name === undefined || nameOf(element).trim() === name) &&
      (text === undefined || element.textContent.includes(text)),
  );
  if (isToPress) found[0]?.scrollIntoView({ block: 'center' });
  return found.map((element) => {
    const box = element.getBoundingClientRect();
    const x = box.x + box.width / 2;
    const y = box.y + box.height / 2;
    const top = document.elementFromPoint(x, y);
    return {
      text: element.textContent,
      value: 'value' in element ? String(element.value) : '',
      x,
      y,
      isReachable: top !== null && (element.contains(top) || top.closest('label') !== null),
    };
  });
}
