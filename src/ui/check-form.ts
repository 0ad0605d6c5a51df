import { flushSync } from 'react-dom';
import { splitGraphemes } from '../lib/graphemes.ts';
import { texts } from './field.tsx';

/** The problems of a form: field name -> sentence. */
export type Problems = Record<string, string>;

/** Sentences for a field that is empty, of the wrong type (an email), too short, or otherwise invalid. */
export interface Sentences {
  missing: string;
  mistyped?: string;
  /** Whether a value has the right type although the browser refuses it. */
  accepts?: (value: string) => boolean;
  tooShort?: string;
  /** Other problems. */
  find?: (value: string) => string | undefined;
}

/**
 * Checks the fields with sentences and returns whether all are valid. Otherwise `show` gets the problems, and the first
 * such field gets the focus. A blank field counts as missing, except a password, which may be blank.
 */
export function checkForm(
  form: HTMLFormElement,
  sentences: Record<string, Sentences>,
  show: (problems: Problems) => void,
): boolean {
  const problems: Problems = {};
  let first: HTMLElement | undefined;
  for (const field of form.elements) {
    if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) continue;
    const sentence = sentences[field.name];
    const problem = sentence && findProblem(field, sentence);
    if (!problem) continue;
    problems[field.name] = problem;
    first ??= field;
  }
  // The sentence appears before the focus moves, so that a screen reader reads both.
  flushSync(() => show(problems));
  first?.focus();
  return first === undefined;
}

function findProblem(field: HTMLInputElement | HTMLTextAreaElement, sentences: Sentences) {
  const isPassword = field.autocomplete.endsWith('-password');
  if ((isPassword ? field.value : field.value.trim()) === '') return sentences.missing;
  if (field.validity.typeMismatch && !sentences.accepts?.(field.value)) return sentences.mistyped;
  // Its validity covers only typed text, not what a password manager filled in.
  if (field.value.length < field.minLength) return sentences.tooShort;
  const limit = Number(field.dataset.limit ?? Number.POSITIVE_INFINITY);
  const isTooLong = field.value.length > limit && splitGraphemes(field.value.trim()).length > limit;
  if (isTooLong) return texts.tooLong(limit);
  return sentences.find?.(field.value);
}

export function showProblem(
  form: HTMLFormElement,
  name: string,
  problem: string,
  show: (problems: Problems) => void,
): void {
  // As above.
  flushSync(() => show({ [name]: problem }));
  const field = form.elements.namedItem(name);
  if (field instanceof HTMLElement) field.focus();
}
