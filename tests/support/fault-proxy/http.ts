/** One call through the proxy, with the fault it meets. */
import { once } from 'node:events';
import { Agent, type IncomingMessage, type ServerResponse, request as send } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Fault } from '../call-faults.ts';

/** The server is killed and started under the proxy: no connection to it is kept for later. */
const agent = new Agent({ keepAlive: false });

interface Answer {
  status: number;
  headers: IncomingMessage['headers'];
  body: Buffer;
}

export async function passCall(
  incoming: IncomingMessage,
  response: ServerResponse,
  { target, fault, delayMs = 0 }: { target: string; fault?: Fault | undefined; delayMs?: number },
): Promise<void> {
  // A browser repeats even a POST by itself when a kept connection ends without an answer. Without kept
  // connections each loss reaches the client's own code.
  response.setHeader('connection', 'close');
  await sleep(delayMs / 2);
  if (fault?.kind === 'cut') return void incoming.destroy();
  if (fault?.kind === 'status' || fault?.kind === 'refuse') {
    await readAll(incoming);
    return answerInstead(response, fault);
  }
  const answer = await ask(incoming, target).catch(() => undefined);
  if (fault?.kind === 'holdAnswer') await fault.until;
  await sleep(delayMs / 2);
  if (!answer || fault?.kind === 'loseAnswer') return void response.destroy();
  const { 'transfer-encoding': _, connection: __, ...headers } = answer.headers;
  response.writeHead(answer.status, { ...headers, 'content-length': answer.body.length });
  response.end(answer.body);
}

function answerInstead(
  response: ServerResponse,
  fault: Extract<Fault, { kind: 'status' | 'refuse' }>,
): void {
  const status = fault.kind === 'status' ? fault.status : 200;
  const isExplained = fault.message !== undefined;
  response.writeHead(status, {
    'content-type': 'application/json',
    ...('retryAfterS' in fault && { 'retry-after': String(fault.retryAfterS) }),
  });
  response.end(JSON.stringify(isExplained ? { success: false, message: fault.message } : {}));
}

/** The server's own answer to the same call. */
async function ask(incoming: IncomingMessage, target: string): Promise<Answer> {
  const outgoing = send(`${target}${incoming.url ?? '/'}`, {
    agent,
    method: incoming.method,
    headers: incoming.headers,
  });
  incoming.once('error', (error) => outgoing.destroy(error));
  incoming.pipe(outgoing);
  const [answer]: IncomingMessage[] = await once(outgoing, 'response');
  if (!answer) throw new Error('No answer.');
  return { status: answer.statusCode ?? 0, headers: answer.headers, body: await readAll(answer) };
}

async function readAll(message: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of message) parts.push(part);
  return Buffer.concat(parts);
}
