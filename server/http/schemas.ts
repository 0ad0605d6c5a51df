/**
 * What each call accepts (spec sections 5 and 7), and the message for anything else. Unknown fields are ignored: a
 * plain client may send more. Text is trimmed.
 */
import { z } from 'zod';
import {
  type EditRequest,
  MAX_CHANGES,
  MAX_KNOWN,
  parseCursor,
  type ReactRequest,
} from '../../src/protocol/changes.ts';
import { isEmail } from '../../src/protocol/email.ts';
import { HIDEABLE, type MessageId } from '../../src/protocol/entities.ts';
import {
  type ChangeEmailRequest,
  type ChangePasswordRequest,
  type DeleteAccountRequest,
  type EndSessionRequest,
  type LogInRequest,
  type MuteRequest,
  type PrivacyRequest,
  PUSH_DETAILS,
  type PushDeviceRequest,
  type SignUpRequest,
  type UpdateProfileRequest,
} from '../../src/protocol/http.ts';
import { LIMITS, PAGE_SIZE } from '../../src/protocol/limits.ts';
import { isBlank, isTooLong } from '../../src/protocol/text.ts';
import type { Outgoing } from '../domain/conversations.ts';
import { toShownEmail } from '../domain/email-key.ts';
import { DomainError } from '../domain/errors.ts';
import { ID } from '../domain/id.ts';
import type { PageRequest, PicturesRequest } from '../domain/ports/messages.ts';

const HIDES_MESSAGE = `Send hides as a list of: ${HIDEABLE.join(', ')}.`;

/** NUL and single surrogates: a UTF-8 database cannot store them unchanged. */
const UNSTORABLE = /[\0\p{Surrogate}]/u;

/** A required text. `name` begins a sentence, `missing` is a sentence. */
function text(name: string, length: number, missing: string) {
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

/** More accents on one letter than any language has: they would cover the lines above. */
const STACK = /((?:(?=\p{M})\p{Script=Inherited}){3})(?:(?=\p{M})\p{Script=Inherited})+/gu;

/**
 * A name is shown in one line with others: line breaks and runs of spaces become one space, and stacks of accents end
 * after three. Characters that change the direction of the text are removed, so that nobody can imitate another name:
 * right-to-left languages do not need them.
 */
function toOneLine(name: string): string {
  return name
    .replace(/[\u{202A}-\u{202E}\u{2066}-\u{2069}]/gu, '')
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

/** A data URL; its content is checked when it is stored. */
const picture = z.string('Select a PNG or JPEG picture.').min(1, 'Select a PNG or JPEG picture.');

/** Many clients also send their unused fields, empty or null. */
const emptyToAbsent = (value: unknown) =>
  value === null || (typeof value === 'string' && value.trim() === '') ? undefined : value;

/** In UTF-16 code units; more than any emoji has. */
const LONGEST_EMOJI = 40;

const body = <Fields extends z.core.$ZodLooseShape>(fields: Fields) =>
  z.object(fields, 'Send the fields as a JSON object.');

/** Longer than any; longer ones are not even hashed. */
const CODE_LENGTH = 200;
const code = z
  .string('The code of the link is not complete.')
  .max(CODE_LENGTH, 'The code of the link is not complete.');

/** The code of a link for a new password, in a login. */
export const resetCodeSchema = z
  .object({ reset: z.preprocess(emptyToAbsent, code.optional()) })
  .catch({ reset: undefined });

export const resetSchema: z.ZodType<{ reset: string; password: string }> = body({
  reset: code,
  password: chosenPassword,
});

const newEmail = email.refine(isEmail, 'Enter a valid email address.').transform(toShownEmail);

export const changeEmailSchema: z.ZodType<ChangeEmailRequest> = body({
  email: newEmail,
  password: typedPassword,
});

export const logInSchema: z.ZodType<LogInRequest> = body({ email, password: typedPassword });

export const signUpSchema: z.ZodType<SignUpRequest> = body({
  fullName,
  email: newEmail,
  password: chosenPassword,
  bio,
  invite: z.preprocess(emptyToAbsent, code.optional()),
});

export const changePasswordSchema: z.ZodType<ChangePasswordRequest> = body({
  password: typedPassword,
  newPassword: chosenPassword,
});

export const privacySchema: z.ZodType<PrivacyRequest> = body({
  hides: z
    .array(z.unknown(), HIDES_MESSAGE)
    .max(20, HIDES_MESSAGE)
    .pipe(z.array(z.enum(HIDEABLE, HIDES_MESSAGE))),
});

export const deleteAccountSchema: z.ZodType<DeleteAccountRequest> = body({
  password: typedPassword,
});

export const endSessionSchema: z.ZodType<EndSessionRequest> = body({
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

const id = (message: string) => z.string(message).regex(ID, message);
const messageText = text('The message', LIMITS.messageText, 'Write a message.');
const messageId = z.preprocess(
  emptyToAbsent,
  id('The fields replyTo and forwardOf take the id of a message.').optional(),
);

export const sendSchema: z.ZodType<Outgoing> = body({
  text: z.preprocess(emptyToAbsent, messageText.optional()),
  image: z.preprocess(emptyToAbsent, picture.optional()),
  forwardOf: messageId,
  replyTo: messageId,
}).transform(({ text, image, forwardOf, replyTo }, context): Outgoing => {
  const reply = replyTo === undefined ? {} : { replyTo };
  const contents = [text, image, forwardOf].filter((content) => content !== undefined);
  if (contents.length === 1) {
    if (text !== undefined) return { text, ...reply };
    if (image !== undefined) return { image, ...reply };
    if (forwardOf !== undefined) return { forwardOf, ...reply };
  }
  const message =
    contents.length === 0
      ? 'Write a message or attach a picture.'
      : 'A message holds either text or a picture, not both.';
  context.addIssue({ code: 'custom', message });
  return z.NEVER;
});

const VERSION_MESSAGE = 'The field version takes the version of the text that is edited.';

export const editSchema: z.ZodType<EditRequest> = body({
  text: messageText,
  version: z.int(VERSION_MESSAGE).min(0, VERSION_MESSAGE),
});

const EMOJI_MESSAGE = 'The field emoji takes one emoji, or null.';

/** The flag whose literals the compiler takes for newer than its target. */
const UNICODE_SETS = 'v';
/** One that fonts show as one: nothing else gets into the few bytes of a reaction. */
const ONE_EMOJI = new RegExp('^\\p{RGI_Emoji}$', UNICODE_SETS);
/** Some programs leave it out, where it asks for the coloured form. */
const EMOJI_STYLE = '\u{FE0F}';

export const reactSchema: z.ZodType<ReactRequest> = body({
  emoji: z
    .string(EMOJI_MESSAGE)
    .max(LONGEST_EMOJI, EMOJI_MESSAGE)
    .transform((written) => (ONE_EMOJI.test(written) ? written : written + EMOJI_STYLE))
    .refine((emoji) => ONE_EMOJI.test(emoji), EMOJI_MESSAGE)
    .nullable(),
});

export const idempotencyKeySchema = z
  .uuid('The Idempotency-Key header must be one UUID.')
  .toLowerCase()
  .optional();

const cursor = id('The parameters before and after take a message id.').optional();

const LIMIT_MESSAGE = 'The parameter limit takes a whole number above 0.';

const limitUpTo = (most: number) =>
  z
    .string(LIMIT_MESSAGE)
    .regex(/^0*[1-9]\d{0,8}$/, LIMIT_MESSAGE)
    .transform((written) => Math.min(Number(written), most));
const limit = limitUpTo(LIMITS.pageSize);

const yesOrNo = (name: string) =>
  z
    .enum(['true', 'false'], `The parameter ${name} takes true or false.`)
    .default('false')
    .transform((written) => written === 'true');

export const conversationQuerySchema = z
  .object({
    limit: limit.optional(),
    before: cursor,
    after: cursor,
    peek: yesOrNo('peek'),
    seenTo: id('The parameter seenTo takes a message id.').optional(),
    deleted: yesOrNo('deleted'),
  })
  .refine(
    ({ before, after }) => before === undefined || after === undefined,
    'Ask for messages before or after one, not both.',
  )
  .transform(({ limit, before, after, peek, seenTo, deleted: withDeleted }) => {
    // A plain client knows no pages: without these three parameters it gets everything.
    const isWhole = limit === undefined && before === undefined && after === undefined;
    const page = isWhole ? FIRST_PAGE : { ...toPage(limit, before, after), withDeleted };
    return { page, isWhole, peek, seenTo };
  });

const CHANGES_MESSAGE = 'The parameter changedAfter takes a cursor.';

/** Undefined without `changedAfter`: a page is asked for. */
export const changesQuerySchema = z
  .object({ changedAfter: z.string(CHANGES_MESSAGE).optional(), limit: z.unknown().optional() })
  .transform(({ changedAfter, limit: written }, context) => {
    if (changedAfter === undefined) return undefined;
    const cursor = parseCursor(changedAfter);
    const most = limitUpTo(MAX_CHANGES).default(PAGE_SIZE).safeParse(written);
    if (cursor && most.success) return { cursor, limit: most.data };
    context.addIssue({ code: 'custom', message: cursor ? LIMIT_MESSAGE : CHANGES_MESSAGE });
    return z.NEVER;
  });

const BEHIND_MESSAGE = `Send for each of at most ${MAX_KNOWN} conversations its cursor and version.`;

const knownCursor = z
  .string(BEHIND_MESSAGE)
  .transform(parseCursor)
  .refine((parts) => parts !== undefined, BEHIND_MESSAGE);

export const behindSchema = body({
  conversations: z
    // First: each wrong entry costs an error with its path.
    .custom<object>((known) => isRecordOf(known, MAX_KNOWN), BEHIND_MESSAGE)
    .pipe(
      z.record(
        id(BEHIND_MESSAGE),
        z.object({ cursor: knownCursor, version: z.int(BEHIND_MESSAGE).min(0) }, BEHIND_MESSAGE),
        BEHIND_MESSAGE,
      ),
    )
    .transform((known) =>
      Object.entries(known).map(([peerId, { cursor, ...rest }]) => ({
        peerId,
        ...rest,
        ...cursor,
      })),
    ),
});

function isRecordOf(value: unknown, most: number): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length <= most;
}

const FIRST_PAGE: PageRequest = { kind: 'after', limit: LIMITS.pageSize };

function toPage(limit = PAGE_SIZE, before?: MessageId, after?: MessageId): PageRequest {
  if (after !== undefined) return { kind: 'after', after, limit };
  return { kind: 'before', limit, before };
}

const QUERY_MESSAGE = 'The parameter q takes the words to look for.';

export const picturesQuerySchema = z
  .object({ limit: limit.default(PAGE_SIZE), before: cursor })
  .transform((page): PicturesRequest => ({ kind: 'before', ...page }));

export const searchQuerySchema = z
  .object({
    q: z
      .string(QUERY_MESSAGE)
      .refine(
        (query) => !isTooLong(query, LIMITS.searchQuery),
        `Look for at most ${LIMITS.searchQuery} characters.`,
      ),
    before: cursor,
  })
  .transform(({ q: query, before }) => ({ query, before }));

export const firstQuerySchema = z.object({
  since: z.iso
    .datetime('The parameter since takes a moment such as 2026-01-31T00:00:00Z.')
    .transform((written) => Date.parse(written)),
});

const MUTE_MESSAGE = 'The field forMs takes a number of milliseconds, or null.';

export const muteSchema: z.ZodType<MuteRequest> = body({
  forMs: z.number(MUTE_MESSAGE).positive(MUTE_MESSAGE).nullable(),
});

const PUSH_MESSAGE = 'Send the endpoint, p256dh and auth of the browser’s subscription.';
const DETAIL_MESSAGE = `Send detail as one of: ${PUSH_DETAILS.join(', ')}.`;
const QUIET_MESSAGE = 'Send quiet with two minutes of the day.';
const ZONE_MESSAGE = 'Send zone as a time zone such as Europe/Stockholm.';
const pushField = (length: number) => z.string(PUSH_MESSAGE).min(1).max(length, PUSH_MESSAGE);
const minute = z.int(QUIET_MESSAGE).min(0, QUIET_MESSAGE).max(1439, QUIET_MESSAGE);

export const pushDeviceSchema: z.ZodType<PushDeviceRequest> = body({
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

/** Throws a DomainError `invalid` with the first problem. */
export function parse<Value>(schema: z.ZodType<Value>, input: unknown): Value {
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  throw new DomainError('invalid', result.error.issues[0]?.message ?? 'This request is not valid.');
}
