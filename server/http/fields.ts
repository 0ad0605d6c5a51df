/** Fields that several calls accept, and the message for anything else. Text is trimmed. */
import { z } from 'zod';
import { isBlank, isTooLong } from '../../src/protocol/text.ts';
import { DomainError } from '../domain/errors.ts';
import { ID } from '../domain/id.ts';

/** NUL and single surrogates: a UTF-8 database cannot store them unchanged. */
export const UNSTORABLE = /[\0\p{Surrogate}]/u;

/** A required text. `name` begins a sentence, `missing` is a sentence. */
export function text(name: string, length: number, missing: string) {
  return z
    .string(missing)
    .trim()
    .min(1, missing)
    .refine(
      (value) => !isTooLong(value, length),
      `${name} is too long: at most ${length} characters.`,
    )
    .refine(
      (value) => !UNSTORABLE.test(value),
      `${name} contains characters that cannot be stored.`,
    )
    .refine((value) => !isBlank(value), missing);
}

/** A data URL; its content is checked when it is stored. */
export const picture = z
  .string('Select a PNG or JPEG picture.')
  .min(1, 'Select a PNG or JPEG picture.');

/** Many clients also send their unused fields, empty or null. */
export const emptyToAbsent = (value: unknown) =>
  value === null || (typeof value === 'string' && value.trim() === '') ? undefined : value;

export const body = <Fields extends z.core.$ZodLooseShape>(fields: Fields) =>
  z.object(fields, 'Send the fields as a JSON object.');

export const id = (message: string) => z.string(message).regex(ID, message);
/** Throws a DomainError `invalid` with the first problem. */
export function parse<Value>(schema: z.ZodType<Value>, input: unknown): Value {
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  throw new DomainError('invalid', result.error.issues[0]?.message ?? 'This request is not valid.');
}
