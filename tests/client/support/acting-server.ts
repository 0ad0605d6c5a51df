/**
 * A server with keys and message actions, in memory, for one conversation: it does each operation once per key, refuses
 * an edit of an older text, and can lose or delay answers. Only what the outbox calls.
 */

import type { ServerResponse } from 'node:http';
import { onTestFinished } from 'vitest';
import type { Message } from '../../../src/protocol/entities.ts';
import { API_PREFIX, IDEMPOTENCY_HEADER } from '../../../src/protocol/http.ts';
import { type CallFaults, makeCallFaults } from '../../support/call-faults.ts';
import { type Asked, sendJson, startAnsweringServer } from './answering-server.ts';

export const ME = { _id: 'a'.repeat(24), fullName: 'Ada', email: 'ada@example.org', bio: '' };
export const PEER = { _id: 'b'.repeat(24), fullName: 'Grace', bio: '' };

interface Body {
  text?: string;
  replyTo?: string;
  forwardOf?: string;
  version?: number;
  emoji?: string | null;
}

export interface ActingServer {
  url: string;
  /** As the other person sees them, oldest first. */
  messages: Message[];
  /** What was done, each once: the call's path and body. */
  done: { path: string; body: Body }[];
  faults: CallFaults;
  add(text: string, senderId?: string): Message;
}

interface Outcome {
  status: number;
  body: object;
}

const API_ERROR = (status: number, message: string, more: object = {}): Outcome => ({
  status,
  body: { success: false, message, ...more },
});

export async function startActingServer(): Promise<ActingServer> {
  const messages: Message[] = [];
  const done: ActingServer['done'] = [];
  const faults = makeCallFaults();
  const outcomes = new Map<string, Outcome>();
  let count = 0;

  function add(text: string, senderId = ME._id, more: Partial<Message> = {}): Message {
    count += 1;
    const message: Message = {
      _id: count.toString(16).padStart(24, '0'),
      senderId,
      text,
      seen: true,
      createdAt: new Date(Date.UTC(2026, 0, 1) + count * 1000).toISOString(),
      ...more,
    };
    messages.push(message);
    return message;
  }

  function change(id: string, body: Body, change: (message: Message) => Message): Outcome {
    const index = messages.findIndex(({ _id }) => _id === id);
    const message = messages[index];
    if (!message) return API_ERROR(404, 'The message is gone.');
    if (body.version !== undefined && body.version !== (message.version ?? 0)) {
      return API_ERROR(409, 'The text has changed.', { changed: tell(message) });
    }
    const changed = change(message);
    if (changed.deleted) messages.splice(index, 1);
    else messages[index] = changed;
    const { version } = changed;
    return {
      status: 200,
      body: { success: true, changed: tell(changed), ...(version !== undefined && { version }) },
    };
  }

  const tell = (message: Message) => ({ userId: PEER._id, message, epoch: '0' });

  function perform(path: string, body: Body): Outcome {
    const [, , action = '', id = ''] = path.split('/');
    switch (action) {
      case 'send': {
        const replyTo = body.replyTo !== undefined && { replyTo: { _id: body.replyTo } };
        const source = messages.find(({ _id }) => _id === body.forwardOf);
        const text = body.text ?? source?.text;
        if (text === undefined) return API_ERROR(404, 'The message to forward is gone.');
        const newMessage = add(text, ME._id, { seen: false, ...replyTo });
        return { status: 200, body: { success: true, newMessage } };
      }
      case 'edit':
        return change(id, body, (message) => {
          count += 1;
          return { ...message, text: body.text ?? '', version: count, editedAt: 'now' };
        });
      case 'react':
        return change(id, body, ({ reactions, ...message }) => {
          const { [ME._id]: _, ...others } = reactions ?? {};
          const own = typeof body.emoji === 'string' ? { [ME._id]: body.emoji } : {};
          return { ...message, reactions: { ...others, ...own } };
        });
      case 'delete':
        return change(id, body, ({ text: _, ...message }) => ({ ...message, deleted: true }));
      default:
        return API_ERROR(404, 'Unknown call.');
    }
  }

  /** A known key gets the first answer again. */
  function performOnce(path: string, body: Body, key: string | undefined): Outcome {
    const known = key === undefined ? undefined : outcomes.get(key);
    if (known) return known;
    const outcome = perform(path, body);
    if (outcome.status === 200) done.push({ path, body });
    if (key !== undefined) outcomes.set(key, outcome);
    return outcome;
  }

  async function handle(
    { method, url, headers, body }: Asked,
    response: ServerResponse,
  ): Promise<void> {
    const path = url.replace(API_PREFIX, '').replace(/\?.*/, '');
    const call = { method, path, query: new URLSearchParams(), headers: {}, fields: {} };
    const fault = faults.take(call);
    if (fault?.kind === 'cut') return void response.destroy();
    if (fault?.kind === 'status') {
      return answer(response, API_ERROR(fault.status, fault.message ?? 'Refused.'));
    }
    const key = headers[IDEMPOTENCY_HEADER];
    const outcome =
      method === 'GET'
        ? read(path)
        : performOnce(path, JSON.parse(body), typeof key === 'string' ? key : undefined);
    if (fault?.kind === 'loseAnswer') return void response.destroy();
    if (fault?.kind === 'holdAnswer') await fault.until;
    answer(response, outcome);
  }

  function read(path: string): Outcome {
    const fields = path.startsWith('/auth')
      ? { user: ME }
      : path === '/messages/users'
        ? { users: [PEER], unseenMessages: {} }
        : { messages, hasMore: false };
    return { status: 200, body: { success: true, ...fields } };
  }

  const answer = (response: ServerResponse, { status, body }: Outcome) =>
    sendJson(response, status, body);

  const { url, close } = await startAnsweringServer(
    (asked, response) => void handle(asked, response),
  );
  onTestFinished(close);
  return { url, messages, done, faults, add };
}
