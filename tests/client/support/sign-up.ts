import { makePerson } from '../../support/backends.ts';
import type { PlainBackend } from '../../support/plain-backend.ts';

/** Somebody new at the backend, without a screen. */
export const signUp = ({ world }: PlainBackend, fullName: string) =>
  world.signUp({ ...makePerson(fullName) });
