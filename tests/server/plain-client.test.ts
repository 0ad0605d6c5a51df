/** A client that speaks only spec section 7, through a whole conversation. It keeps cookies as browsers do. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type {
  AuthResponse,
  CheckResponse,
  ConversationResponse,
  MarkResponse,
  SendResponse,
  UpdateProfileResponse,
  UsersResponse,
} from '../../src/protocol/http.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { call, send, signUp } from './support/calls.ts';
import { join } from './support/sockets.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startServer();
});
afterEach(() => server.close());

describe('A plain client', () => {
  test('signs up, is checked, logs in again with the same account', async () => {
    const signedUp = await call<AuthResponse>(server.url, 'POST', '/auth/signup', {
      body: {
        fullName: ' Ada ',
        email: 'Ada@Example.org',
        password: 'analytical engine',
        bio: 'Counts.',
      },
    });
    expect(signedUp).toMatchObject({
      status: 200,
      body: { success: true, userData: { fullName: 'Ada', bio: 'Counts.' } },
    });
    const loggedIn = await call<AuthResponse>(server.url, 'POST', '/auth/login', {
      body: { email: 'ada@example.org', password: 'analytical engine' },
    });
    if (!loggedIn.body.success || !signedUp.body.success) throw new Error('refused');
    expect(loggedIn.body.message).toBeTruthy();
    expect(loggedIn.body.userData).toEqual(signedUp.body.userData);
    expect(loggedIn.body.token).not.toBe(signedUp.body.token);

    const checked = await call<CheckResponse>(server.url, 'GET', '/auth/check', {
      token: loggedIn.body.token,
    });
    expect(checked.body).toEqual({ success: true, user: signedUp.body.userData });
  });

  test('holds a conversation, with people list, live message, unseen count and mark', async () => {
    const ada = await signUp(server.url, 'Ada');
    const grace = await signUp(server.url, 'Grace');
    const check = await call(server.url, 'GET', '/auth/check', grace);
    const [cookie = ''] = check.headers.getSetCookie();
    const socket = await join(server.url, grace, {
      auth: {},
      extraHeaders: { cookie: cookie.split(';')[0] ?? '' },
    });

    const sent = await call<SendResponse>(server.url, 'POST', `/messages/send/${grace.id}`, {
      token: ada.token,
      body: { text: '  Hello Grace  ' },
    });
    if (!sent.body.success) throw new Error(sent.body.message);
    expect(sent.body.newMessage).toMatchObject({
      senderId: ada.id,
      text: 'Hello Grace',
      seen: false,
    });
    expect(await socket.hear('newMessage')).toMatchObject({ ...sent.body.newMessage });

    const list = () => call<UsersResponse>(server.url, 'GET', '/messages/users', grace);
    expect((await list()).body).toMatchObject({
      success: true,
      users: [{ _id: ada.id, fullName: 'Ada', bio: 'I am Ada.' }],
      unseenMessages: { [ada.id]: 1 },
    });

    const marked = await call<MarkResponse>(
      server.url,
      'PUT',
      `/messages/mark/${sent.body.newMessage._id}`,
      grace,
    );
    expect(marked.body.success).toBe(true);
    expect((await list()).body).toMatchObject({ unseenMessages: {} });

    const read = await call<ConversationResponse>(server.url, 'GET', `/messages/${ada.id}`, grace);
    expect(read.body).toMatchObject({
      success: true,
      messages: [{ ...sent.body.newMessage, seen: true, delivered: true }],
    });
    socket.close();
  });

  test('may name any type for a call without payload, as libraries do for the forms of old', async () => {
    const ada = await signUp(server.url, 'Ada');
    const grace = await signUp(server.url, 'Grace');
    const { _id } = await send(server.url, ada, grace, 'Hello');
    const marked = await call(server.url, 'PUT', `/messages/mark/${_id}`, {
      token: grace.token,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(marked).toMatchObject({ status: 200, body: { success: true } });
  });

  test('changes name and bio', async () => {
    const ada = await signUp(server.url, 'Ada');
    const changed = await call<UpdateProfileResponse>(server.url, 'PUT', '/auth/update-profile', {
      token: ada.token,
      body: { fullName: 'Ada King', bio: 'Countess.' },
    });
    expect(changed.body).toEqual({
      success: true,
      user: { ...ada.user, fullName: 'Ada King', bio: 'Countess.' },
      message: 'Profile updated Successfully',
    });
  });

  test('finds everything again after the server restarts', async () => {
    const ada = await signUp(server.url, 'Ada');
    const grace = await signUp(server.url, 'Grace');
    await call(server.url, 'POST', `/messages/send/${grace.id}`, {
      token: ada.token,
      body: { text: 'Still here?' },
    });
    await server.stop();
    const again = await startServer({ dataDir: server.dataDir });
    const read = await call<ConversationResponse>(again.url, 'GET', `/messages/${ada.id}`, grace);
    expect(read.body).toMatchObject({ messages: [{ text: 'Still here?' }] });
    await again.close();
  });
});
