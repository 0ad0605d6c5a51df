/** What calls about accounts, devices and mutes accept (spec sections 5 and 7). Unknown fields are ignored. */
import { z } from 'zod';
import { isEmail } from '../../src/protocol/email.ts';
import { HIDEABLE } from '../../src/protocol/entities.ts';
import { PUSH_DETAILS, type UpdateProfileRequest } from '../../src/protocol/http.ts';
import { LIMITS } from '../../src/protocol/limits.ts';
import { toShownEmail } from '../domain/email-key.ts';
import { body, emptyToAbsent, picture, text, UNSTORABLE } from './fields.ts';

const HIDES_MESSAGE = `Send hides as a list of: ${HIDEABLE.join(', ')}.`;

/** More accents on one letter than any language has: they would cover the lines above. */
const STACK = /((?:(?=\p{M})\p{Script=Inherited}){3})(?:(?=\p{M})\p{Script=Inherited})+/gu;

/**
 * What nobody sees in a name: characters that no script needs, among them those that change the direction of the text,
 * and any beside letters that never need one. Joiners stay in scripts and emoji that do.
 */
const LETTER = '[\\p{Script=Latin}\\p{Script=Greek}\\p{Script=Cyrillic}]';
const UNSEEN = new RegExp(
  [
    '[\\xAD\\u034F\\u061C\\u115F\\u1160\\u180E\\u200B\\u202A-\\u202E\\u2060-\\u206F]',
    '[\\u3164\\uFEFF\\uFFA0\\uFFF9-\\uFFFB]',
    `(?<=${LETTER}\\p{M}*)\\p{Default_Ignorable_Code_Point}+`,
    `[\\u200C-\\u200F]+(?=${LETTER})`,
    '(?<=^|\\s)[\\u200C\\u200D\\uFE00-\\uFE0F\\u{E0000}-\\u{E0FFF}]+',
    '(?<=[\\p{P}\\p{N}])[\\u200C\\u200D\\uFE00-\\uFE0E\\u{E0000}-\\u{E0FFF}]+',
  ].join('|'),
  'gu',
);

/**
 * A name is shown in one line with others: line breaks and runs of spaces become one space, and stacks of accents end
 * after three. What nobody sees is removed, so that nobody can imitate another name.
 */
function toOneLine(name: string): string {
  return name
    .replace(UNSEEN, '')
    .replace(STACK, '$1')
    .replace(/[\s\p{Cc}\u{2800}]+/gu, ' ')
    .trim();
}

/** Not trimmed: spaces at either end may be intended. */
const typedPassword = z
  .string('Enter your password.')
  .max(LIMITS.passwordMax, `The password is too long: at most ${LIMITS.passwordMax} characters.`)
  .refine((value) => value.trim() !== '', 'Enter your password.')
  .refine(
    (value) => !UNSTORABLE.test(value),
    'The password contains characters that cannot be used.',
  );

const chosenPassword = typedPassword.min(
  LIMITS.passwordMin,
  `Use at least ${LIMITS.passwordMin} characters.`,
);

const email = text('The email', LIMITS.email, 'Enter your email.');
const fullName = text('The name', LIMITS.fullName, 'Enter your full name.').transform(toOneLine);
const bio = text('The bio', LIMITS.bio, 'Enter your bio.');

/** Longer than any; longer ones are not even hashed. */
const CODE_LENGTH = 200;
const code = z
  .string('The code of the link is not complete.')
  .max(CODE_LENGTH, 'The code of the link is not complete.');

/** The code of a link for a new password, in a login. */
export const resetCodeSchema = z
  .object({ reset: z.preprocess(emptyToAbsent, code.optional()) })
  .catch({ reset: undefined });

export const resetSchema = body({
  reset: code,
  password: chosenPassword,
});

const newEmail = email.refine(isEmail, 'Enter a valid email address.').transform(toShownEmail);

export const changeEmailSchema = body({
  email: newEmail,
  password: typedPassword,
});

export const logInSchema = body({ email, password: typedPassword });

export const signUpSchema = body({
  fullName,
  email: newEmail,
  password: chosenPassword,
  bio,
  invite: z.preprocess(emptyToAbsent, code.optional()),
});

export const changePasswordSchema = body({
  password: typedPassword,
  newPassword: chosenPassword,
});

export const privacySchema = body({
  hides: z
    .array(z.unknown(), HIDES_MESSAGE)
    .max(20, HIDES_MESSAGE)
    .pipe(z.array(z.enum(HIDEABLE, HIDES_MESSAGE))),
});

export const deleteAccountSchema = body({
  password: typedPassword,
});

export const endSessionSchema = body({
  password: z.preprocess(emptyToAbsent, typedPassword.optional()),
}).default({});

export const updateProfileSchema: z.ZodType<UpdateProfileRequest> = body({
  fullName,
  bio,
  profilePic: z.preprocess(emptyToAbsent, picture.optional()),
  removePicture: z.preprocess(
    emptyToAbsent,
    z.boolean('The field removePicture takes true or false.').default(false),
  ),
});

const PICTURE_MESSAGE = 'The field profilePic takes the address of the profile picture.';

export const smallPictureSchema = body({
  profilePic: z.string(PICTURE_MESSAGE).max(500, PICTURE_MESSAGE),
  smallPic: picture,
}).transform(({ profilePic, smallPic }) => ({
  pictureId: profilePic.slice(profilePic.lastIndexOf('/') + 1),
  smallPic,
}));

const MUTE_MESSAGE = 'The field forMs takes a number of milliseconds, or null.';

export const muteSchema = body({
  forMs: z.number(MUTE_MESSAGE).positive(MUTE_MESSAGE).nullable(),
});

const PUSH_MESSAGE = 'Send the endpoint, p256dh and auth of the browser’s subscription.';
const DETAIL_MESSAGE = `Send detail as one of: ${PUSH_DETAILS.join(', ')}.`;
const QUIET_MESSAGE = 'Send quiet with two minutes of the day.';
const ZONE_MESSAGE = 'Send zone as a time zone such as Europe/Stockholm.';
const pushField = (length: number) => z.string(PUSH_MESSAGE).min(1).max(length, PUSH_MESSAGE);
const minute = z.int(QUIET_MESSAGE).min(0, QUIET_MESSAGE).max(1439, QUIET_MESSAGE);

export const pushDeviceSchema = body({
  endpoint: pushField(1_000),
  p256dh: pushField(100),
  auth: pushField(50),
  detail: z.enum(PUSH_DETAILS, DETAIL_MESSAGE),
  quiet: z.object({ from: minute, to: minute }, QUIET_MESSAGE).optional(),
  zone: z.string(ZONE_MESSAGE).max(100, ZONE_MESSAGE).refine(isZone, ZONE_MESSAGE),
});

function isZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }) !== undefined;
  } catch {
    return false;
  }
}
