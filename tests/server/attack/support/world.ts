/** Two people whose data must survive, and a third who attacks. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Message } from '../../../../src/protocol/entities.ts';
import { makeDataUrl, makePng } from '../../../support/pictures.ts';
import { startServer, type TestServer, type TestServerOptions } from '../../../support/server.ts';
import { call, type Member, send, signUp } from '../../support/calls.ts';

export interface World {
  server: TestServer;
  ada: Member;
  grace: Member;
  /** Knows every id, and is neither of the two. */
  mallory: Member;
  /** Between Ada and Grace: a text, and a picture. */
  messages: [Message, Message];
  /** What the two can see of themselves and of each other, byte for byte. */
  read(): Promise<unknown>;
  close(): Promise<void>;
}

export async function createWorld(options: TestServerOptions = {}): Promise<World> {
  const appFolder = await mkdtemp(join(tmpdir(), 'duet-app-'));
  await writeFile(join(appFolder, 'index.html'), '<!doctype html><title>Duet</title>');
  // Only what went wrong inside is logged then.
  const config: TestServerOptions['config'] = { LOG_LEVEL: 'error', ...options.config };
  const server = await startServer({ appFolder, ...options, config });
  const { url } = server;
  const ada = await signUp(url, 'Ada');
  const grace = await signUp(url, 'Grace');
  const mallory = await signUp(url, 'Mallory');
  const picture = { image: makeDataUrl(makePng(8, 8)) };
  const messages: [Message, Message] = [
    await send(url, ada, grace, 'Between you and me \u{1F48C}'),
    await send(url, grace, ada, picture),
  ];

  async function readAs(reader: Member, peer: Member): Promise<unknown> {
    const check = await call(url, 'GET', '/auth/check', reader);
    const { body } = await call(url, 'GET', `/messages/${peer.id}?peek=true`, reader);
    return [check.body, body];
  }

  return {
    server,
    ada,
    grace,
    mallory,
    messages,
    async read() {
      const picture = await fetch(new URL(new URL(messages[1].image ?? '', url).pathname, url));
      return [await readAs(ada, grace), await readAs(grace, ada), await picture.bytes()];
    },
    async close() {
      await server.close();
      await rm(appFolder, { recursive: true, force: true });
    },
  };
}
