/** What calls about messages accept (spec section 7). Unknown fields are ignored: a plain client may send more. */
import { z } from 'zod';
import { MAX_CHANGES, MAX_KNOWN, parseCursor } from '../../src/protocol/changes.ts';
import type { MessageId } from '../../src/protocol/entities.ts';
import { LIMITS, PAGE_SIZE } from '../../src/protocol/limits.ts';
import { isTooLong } from '../../src/protocol/text.ts';
import type { Outgoing } from '../domain/conversations.ts';
import type { PageRequest, PicturesRequest } from '../domain/ports/messages.ts';
import { body, emptyToAbsent, id, picture, text } from './fields.ts';

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

export const editSchema = body({
  text: messageText,
  version: z.int(VERSION_MESSAGE).min(0, VERSION_MESSAGE),
});

/** Length in UTF-16 code units; no emoji is longer. */
const LONGEST_EMOJI = 40;

const EMOJI_MESSAGE = 'The field emoji takes one emoji, or null.';

/** The flag whose literals the compiler takes for newer than its target. */
const UNICODE_SETS = 'v';
/** An emoji that fonts show as one: a reaction has nothing else in its few bytes. */
const ONE_EMOJI = new RegExp('^\\p{RGI_Emoji}$', UNICODE_SETS);
/** The selector of the coloured form, which some programs leave out. */
const EMOJI_STYLE = '\u{FE0F}';

export const reactSchema = body({
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
