/** The other road to the server, for what has a progress. */
import { expect, onTestFinished, test } from 'vitest';
import { makeUploadFetch } from '../../src/api/upload-fetch.ts';
import { eventually } from '../support/eventually.ts';
import { startAnsweringServer } from './support/answering-server.ts';

const ALLOWED = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' };

test('An upload answers as fetch does: status, headers and words', async () => {
  const server = await startAnsweringServer(({ method }, response) =>
    method === 'OPTIONS'
      ? response.writeHead(204, ALLOWED).end()
      : response
          .writeHead(429, { ...ALLOWED, 'access-control-expose-headers': '*', 'retry-after': '7' })
          .end('{"message":"Not now."}'),
  );
  onTestFinished(server.close);
  const upload = makeUploadFetch(() => undefined);
  const answer = await upload(server.url, { method: 'POST', body: 'a picture' });
  expect(answer.status).toBe(429);
  expect(answer.headers.get('retry-after')).toBe('7');
  expect(await answer.json()).toEqual({ message: 'Not now.' });
  expect(server.asked.at(-1)?.body).toBe('a picture');
});

test('An upload that was redirected says so, and not what it found there', async () => {
  const server = await startAnsweringServer(({ method, url }, response) => {
    if (method === 'OPTIONS') response.writeHead(204, ALLOWED).end();
    else if (url === '/login') response.writeHead(200, ALLOWED).end('<h1>Sign in here</h1>');
    else response.writeHead(302, { ...ALLOWED, location: '/login' }).end();
  });
  onTestFinished(server.close);
  const upload = makeUploadFetch(() => undefined);
  const answer = await upload(server.url, { method: 'POST', body: 'a picture' });
  expect(answer.status).toBe(302);
  expect(await answer.text()).toBe('');
});

test('An upload that is cancelled ends with the reason, before it begins or while it is under way', async () => {
  const server = await startAnsweringServer(({ method }, response) => {
    if (method === 'OPTIONS') response.writeHead(204, ALLOWED).end();
  });
  onTestFinished(server.close);
  const upload = makeUploadFetch(() => undefined);
  const life = new AbortController();
  const running = upload(server.url, { method: 'POST', body: 'a picture', signal: life.signal });
  await eventually(() => expect(server.asked.some(({ method }) => method === 'POST')).toBe(true));
  const count = server.asked.length;
  life.abort(new Error('enough'));
  await expect(running).rejects.toThrow('enough');
  const late = upload(server.url, { method: 'POST', body: 'another', signal: life.signal });
  await expect(late).rejects.toThrow('enough');
  expect(server.asked).toHaveLength(count);
});
