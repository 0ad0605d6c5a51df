import type { ChangeEvent } from 'react';
import type { Problems } from '../../ui/check-form.ts';
import { texts } from './texts.ts';

/** What a person has typed on the auth screen. It stays across steps and modes. */
export interface Entry {
  fullName: string;
  email: string;
  password: string;
  bio: string;
  /** The terms; shown, not enforced (spec section 5). */
  isAgreed: boolean;
}

export const EMPTY_ENTRY: Entry = {
  fullName: '',
  email: '',
  password: '',
  bio: '',
  isAgreed: false,
};

/** Props of each form of the auth screen. */
export interface FormProps {
  entry: Entry;
  problems: Problems;
  onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => void;
  onProblems: (problems: Problems) => void;
  /** The call is in progress. */
  isBusy: boolean;
  /** Takes the focus when it appears: the person has just switched to it. */
  takesFocus: boolean;
  /** All fields are valid. */
  onSubmit: () => void;
  /** Switches to the form of the other mode. */
  onSwitch: () => void;
}

/** Props of a field from its form. */
export function ofForm(
  { entry, problems, onChange }: FormProps,
  name: keyof typeof texts.problems,
) {
  return {
    name,
    label: texts[name],
    required: true,
    value: entry[name],
    onChange,
    problem: problems[name],
  };
}
