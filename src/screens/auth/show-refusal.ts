/**
 * Finds the field that a refused sign-up or login is about. An answer names no field (spec section 7), so its words
 * decide: a refused password is mentioned, and what already exists is the email. Loaded with a refusal.
 */
import { flushSync } from 'react-dom';
import { isRefusedEntry } from '../../api/errors.ts';
import type { Problems } from '../../ui/check-form.ts';
import type { Entry } from './auth-form.tsx';

/** The first match: a message about the address may contain the word name. */
const WORDS: readonly (readonly [keyof Entry, RegExp])[] = [
  ['password', /\bpassword/i],
  ['email', /\be-?mail|\balready\b|\bexists\b|\btaken\b/i],
  ['bio', /\bbio\b/i],
  ['fullName', /\bname\b/i],
];

/** Shows the server's message at its field, and moves the focus there. If the words do not decide, nothing happens. */
export function showRefused(error: unknown, show: (problems: Problems) => void): void {
  const message = error instanceof Error ? error.message : '';
  const name = WORDS.find(([, words]) => words.test(message))?.[0];
  if (name !== undefined) showAt(name, message, show);
}

/** No server says which of the two is wrong: the password is mistyped more often. */
export function showRefusedLogIn(error: unknown, show: (problems: Problems) => void): void {
  if (isRefusedEntry(error)) showAt('password', error.message, show);
}

function showAt(name: keyof Entry, message: string, show: (problems: Problems) => void): void {
  // The message appears before the focus moves, so that a screen reader reads both; this may return to step one.
  flushSync(() => show({ [name]: message }));
  document.getElementsByName(name)[0]?.focus();
}
