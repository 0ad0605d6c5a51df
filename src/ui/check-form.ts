import { flushSync } from 'react-dom';

/** What is wrong with a form's fields: field name -> a sentence. */
export type Problems = Record<string, string>;

/** Sentences for a field that is empty, whose text is not of its type (an email), is shorter than it may be, or else will not do. */
export interface Sentences {
  missing: string;
  mistyped?: string;
  tooShort?: string;
  /** What else is wrong with it. */
  find?: (value: string) => string | undefined;
}

/**
 * Checks the fields that have sentences and returns whether all are right. Otherwise `show` gets
 * the problems, and the first such field the focus. A field of blanks alone is missing, except a
 * password: blanks are as good as any.
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
  // The sentence is there before the focus is, so that a screen reader reads both.
  flushSync(() => show(problems));
  first?.focus();
  return first === undefined;
}

function findProblem(field: HTMLInputElement | HTMLTextAreaElement, sentences: Sentences) {
  const isPassword = field.autocomplete.endsWith('-password');
  if ((isPassword ? field.value : field.value.trim()) === '') return sentences.missing;
  if (field.validity.typeMismatch) return sentences.mistyped;
  // Its validity counts only what was typed, and not what a password manager put there.
  if (field.value.length < field.minLength) return sentences.tooShort;
  return sentences.find?.(field.value);
}

/** Says at a field of the form what is wrong with it, and goes there. */
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
