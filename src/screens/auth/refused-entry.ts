/**
 * Which entry of a sign-up or login a refusal is about. An answer names no field (spec section 7), so the words
 * tell: whoever refuses a password says so, and what is already there is the email. Loaded with a refusal.
 */
import { flushSync } from 'react-dom';
import { isRefusedEntry } from '../../session/refused-entry.ts';
import type { Problems } from '../../ui/check-form.ts';
import type { Entry } from './entry.ts';

/** The first that fits: an address may well be explained with a name in it. */
const WORDS: readonly (readonly [keyof Entry, RegExp])[] = [
  ['password', /\bpassword/i],
  ['email', /\be-?mail|\balready\b|\bexists\b|\btaken\b/i],
  ['bio', /\bbio\b/i],
  ['fullName', /\bname\b/i],
];

/** Shows the server's sentence at its field, and goes there. Where the words do not tell, nothing moves. */
export function showRefused(error: unknown, show: (problems: Problems) => void): void {
  const message = error instanceof Error ? error.message : '';
  const name = WORDS.find(([, words]) => words.test(message))?.[0];
  if (name !== undefined) showAt(name, message, show);
}

/** Which of the two is wrong, no server tells: the password is what is mistyped more often. */
export function showRefusedLogIn(error: unknown, show: (problems: Problems) => void): void {
  if (isRefusedEntry(error)) showAt('password', error.message, show);
}

function showAt(name: keyof Entry, message: string, show: (problems: Problems) => void): void {
  // The sentence is there before the focus is, so that a screen reader reads both; it may bring step one back.
  flushSync(() => show({ [name]: message }));
  document.getElementsByName(name)[0]?.focus();
}
