/** The other road to the server, for what has a progress. */
import { expect, onTestFinished, test } from 'vitest';
import { makeUploadFetch } from '../../src/api/upload-fetch.ts';
import { eventually } from '../support/eventually.ts';
import { startAnsweringServer } from './support/answering-server.ts';

test('An upload that was redirected says so, and not what it found there', async () => {
  const server = await startAnsweringServer(({ url }, response) => {
    if (url === '/login') response.end('<h1>Sign in here</h1>');
    else response.writeHead(302, { location: '/login' }).end();
  });
  onTestFinished(server.close);
  const upload = makeUploadFetch(() => undefined);
  const answer = await upload(server.url, { method: 'POST', body: 'a picture' });
  expect(answer.status).toBe(302);
  expect(await answer.text()).toBe('');
});

test('An upload that is cancelled ends with the reason, before it begins or while it is under way', async () => {
  const server = await startAnsweringServer(() => undefined);
  onTestFinished(server.close);
  const upload = makeUploadFetch(() => undefined);
  const life = new AbortController();
  const running = upload(server.url, { method: 'POST', body: 'a picture', signal: life.signal });
  await eventually(() => expect(server.asked).toHaveLength(1));
  life.abort(new Error('enough'));
  await expect(running).rejects.toThrow('enough');
  const late = upload(server.url, { method: 'POST', body: 'another', signal: life.signal });
  await expect(late).rejects.toThrow('enough');
  expect(server.asked).toHaveLength(1);
});
