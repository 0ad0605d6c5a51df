/**
 * The first browsers that README names have what the app uses. TypeScript's library (ES2023, `tsconfig.json`) checks
 * the language; the names below are of the Web and of `Intl`, and came to one of these browsers later.
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..');

/** What some of them lack, and how a file that uses it asks for it first. */
const ASKED_FOR: Readonly<Record<string, RegExp>> = {
  'Intl.Segmenter': /typeof Intl\.Segmenter/,
  'CSS.highlights': /'highlights' in CSS/,
  setAppBadge: /setAppBadge\?\./,
  clearAppBadge: /clearAppBadge\?\./,
  storageBuckets: /storageBuckets\?[.:]/,
  // The attribute alone does nothing there.
  popover: /\?\.showPopover\) return/,
  showPopover: /\?\.showPopover\) return/,
  'navigator.locks': /LockManager \| undefined/,
  'navigator.serviceWorker':
    /navigator\.serviceWorker \?|navigator\.serviceWorker\?\.|\|\| !workers/,
};

/** Nowhere, until the first browsers named have it. */
const UNUSED = [
  'AbortSignal.any',
  'CloseWatcher',
  'Error.isError',
  'Intl.DurationFormat',
  'Map.groupBy',
  'Object.groupBy',
  'Promise.try',
  'Promise.withResolvers',
  'RegExp.escape',
  'URL.parse',
  'Uint8Array.fromBase64',
  'checkVisibility',
  'cookieStore',
  'fromAsync',
  'getBattery',
  'moveBefore',
  'navigator.connection',
  'navigator.onLine',
  'navigator.userAgentData',
  'onscrollend',
  'requestIdleCallback',
  'scheduler',
  'scrollend',
  'setHTML',
  'showPicker',
  'startViewTransition',
  'window.navigation',
];

const toPattern = (name: string) => name.replaceAll('.', '\\.');
const sources = globSync(['src/**/*.{ts,tsx}', 'routes/**/*.{ts,tsx}'], { cwd: ROOT });

/** Source without comments. */
const read = (file: string): string =>
  readFileSync(join(ROOT, file), 'utf8').replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');

const findUses = (name: string): string[] =>
  sources.filter((file) =>
    new RegExp(`(?<![\\w'-])${toPattern(name)}\\b(?!['-])`).test(read(file)),
  );

test.each(UNUSED)('%s is not used', (name) => {
  expect(findUses(name)).toEqual([]);
});

test.each(Object.entries(ASKED_FOR))('%s is used where it was asked for', (name, question) => {
  const users = findUses(name);
  expect(users).not.toEqual([]);
  expect(users.filter((file) => !question.test(read(file)))).toEqual([]);
});
