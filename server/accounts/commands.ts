/** The commands of `npm run accounts`, as they cross the socket between the tool and the server. */
import { z } from 'zod';

const email = z.string().min(1);

export const commandSchema = z.discriminatedUnion('name', [
  z.object({ name: z.literal('list') }),
  z.object({ name: z.literal('invitations') }),
  z.object({
    name: z.literal('invite'),
    uses: z.int().min(1).max(1000),
    days: z.int().min(1).max(365),
  }),
  z.object({ name: z.literal('revoke'), id: z.string().regex(/^[0-9a-f]{24}$/) }),
  z.object({ name: z.literal('reset-password'), email }),
  z.object({ name: z.literal('log-out'), email }),
  z.object({ name: z.literal('lock'), email }),
  z.object({ name: z.literal('unlock'), email }),
  z.object({ name: z.literal('delete'), email, messages: z.boolean() }),
]);
export type Command = z.output<typeof commandSchema>;

export const answerSchema = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), message: z.string(), data: z.unknown() }),
  z.object({ ok: z.literal(false), message: z.string() }),
]);
export type Answer = z.output<typeof answerSchema>;

export const accountsSchema = z.array(
  z.object({
    name: z.string(),
    email: z.string(),
    since: z.number(),
    lastSeenAt: z.number().optional(),
    state: z.enum(['online', 'offline', 'locked']),
  }),
);

export const toDay = (time: number | string): string => new Date(time).toISOString().slice(0, 10);
