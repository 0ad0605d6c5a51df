/** The forty people of the demo. None of them exists; `.example` is a reserved domain. */
import people from './phrases/people.json' with { type: 'json' };

/** `key` is also the local part of the email, and the name of the portrait's file. */
export const DEMO_PEOPLE: readonly { key: string; fullName: string; bio: string }[] = people;

/** People whose login is printed; all have the same password. */
export const SIGN_INS = ['elin', 'mateo'] as const;
export const DEMO_PASSWORD = 'duet-demo';

export const emailOf = (key: string): string => `${key}@duet.example`;
