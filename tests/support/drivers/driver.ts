/**
 * A browser of some engine, driven as a person would: what Firefox and WebKitGTK can both be asked for. Each
 * is driven by its own protocol; what a flow needs beyond this is built on it, in `hands.ts`.
 */

/** CSS pixels from the upper left corner of what is seen of the page. */
export interface Point {
  x: number;
  y: number;
}

export type Key = 'Enter' | 'Escape' | 'ArrowDown' | 'End';

/** What passes between a test and a page. */
export type Json = string | number | boolean | null | Json[] | { [name: string]: Json };

/** One window of one person, with storage of their own. */
export interface DriverWindow {
  /** Resolves when the page has loaded. */
  goto(url: string): Promise<void>;
  reload(): Promise<void>;
  /**
   * Runs a function in the page, as its source: it sees its argument and the page, and nothing of the test. Resolves
   * with what it returns, as JSON; rejects when it throws.
   */
  run<Given extends Json>(work: (given: Given) => unknown, given: Given): Promise<unknown>;
  moveTo(point: Point): Promise<void>;
  click(point: Point): Promise<void>;
  /** Turns the wheel over a place; a negative way leads up. */
  turnWheel(point: Point, pixels: number): Promise<void>;
  /** Presses the keys of a text, one after the other. */
  type(text: string): Promise<void>;
  press(key: Key): Promise<void>;
  /** Chooses files, by their paths, in the first file input that matches. */
  chooseFile(selector: string, path: string): Promise<void>;
  /** Makes it the window that has the focus. */
  bringToFront(): Promise<void>;
  close(): Promise<void>;
}

export interface DriverBrowser {
  openWindow(): Promise<DriverWindow>;
  /** Exceptions inside the pages since this was last asked, where the engine tells of them. */
  takeTroubles(): string[];
  close(): Promise<void>;
}

export const WINDOW_SIZE = { width: 1440, height: 900 };

/** The source of a function that takes and returns JSON as text. */
export const toSource = (work: (given: never) => unknown): string =>
  `async (given) => JSON.stringify((await (${work})(JSON.parse(given))) ?? null)`;
