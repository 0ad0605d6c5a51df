import type { ChangeEvent } from 'react';
import type { Problems, Sentences } from '../../ui/check-form.ts';

/** What a person typed on the auth screen. It outlives steps and modes. */
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

export const SENTENCES: Record<'fullName' | 'email' | 'password' | 'bio', Sentences> = {
  fullName: { missing: 'Enter your full name.' },
  email: { missing: 'Enter your email address.', mistyped: 'Enter a full email address.' },
  password: { missing: 'Enter a password.' },
  bio: { missing: 'Say a few words about yourself.' },
};

/** What each form of the auth screen works with. */
export interface FormProps {
  entry: Entry;
  problems: Problems;
  onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => void;
  onProblems: (problems: Problems) => void;
  /** The call is under way. */
  isBusy: boolean;
}
