/** Spec section 4 (signed in and out) and section 7: what goes over the wire during one session. */
import { expect } from 'vitest';
import {
  box,
  conversation,
  enter,
  eventually,
  logIn,
  logOut,
  message,
  openConversation,
  openMenu,
  people,
  row,
  sendText,
  signUp,
  waitForHome,
} from '../support/actions.ts';
import { makePerson, register, sendByCall } from '../support/backends.ts';
import { describePartlyOnBoth, ECHO } from '../support/flow.ts';

describePartlyOnBoth('During a session', (test, onBoth) => {
  onBoth(
    'every call after login carries the token in a header named token (STATE-2, CALL-1, LIMIT-1)',
    async ({ stage, backend, ada, ben }) => {
      const page = await stage.openWindow();
      const calls: { path: string; token: string | undefined }[] = [];
      page.on('request', (request) => {
        const { pathname } = new URL(request.url());
        if (pathname.startsWith('/api/v1/') && !pathname.startsWith('/api/v1/media/')) {
          calls.push({
            path: `${request.method()} ${pathname.slice('/api/v1'.length)}`,
            token: request.headers().token,
          });
        }
      });
      await logIn(page, ada);
      await openConversation(page, 'Ben');
      await sendText(page, 'Hello');
      const id = await sendByCall(backend, ben, ada, { text: 'Hello yourself' });
      await message(page, 'Hello yourself').waitFor();
      const hasSent = (wanted: string) => calls.some(({ path }) => path === wanted);
      await eventually(() => hasSent(`PUT /messages/mark/${id}`), true);
      await eventually(() => hasSent(`POST /messages/send/${ben.id}`), true);

      const [login, ...later] = calls;
      expect(login).toEqual({ path: 'POST /auth/login', token: undefined });
      const token = await page.evaluate(() => localStorage.getItem('token'));
      expect(later.map((call) => call.token)).toEqual(later.map(() => token));
      const paths = new Set(later.map(({ path }) => path));
      expect(paths).toContain('GET /messages/users');
      expect(paths).toContain(`GET /messages/${ben.id}`);
    },
  );

  onBoth(
    'one realtime connection is opened, not again on another screen, and closed by logging out (STATE-3, STATE-5)',
    async ({ stage, ada, ben }) => {
      const bens = await enter(stage, ben);
      const page = await stage.openWindow({ token: ada.token });
      const sockets: { url: URL; isOpen: boolean }[] = [];
      page.on('websocket', (opened) => {
        const socket = { url: new URL(opened.url()), isOpen: true };
        sockets.push(socket);
        opened.on('close', () => {
          socket.isOpen = false;
        });
      });
      await page.goto('/');
      await waitForHome(page);
      await row(bens, 'Ada').getByText('Online').waitFor();
      await openMenu(page);
      await page.getByRole('link', { name: 'Edit Profile' }).click();
      await page.getByRole('heading', { name: 'Profile Details' }).waitFor();
      await page.goBack();
      await waitForHome(page);
      expect(sockets).toHaveLength(1);
      expect(sockets[0]?.url.searchParams.get('userId')).toBe(ada.id);
      expect(sockets[0]?.isOpen).toBe(true);

      await logOut(page);
      await eventually(() => sockets.map(({ isOpen }) => isOpen), [false]);
      await row(bens, 'Ada').getByText('Offline').waitFor();
    },
  );

  test('no realtime connection is opened before somebody signs in', async ({ stage }) => {
    const page = await stage.openWindow();
    let sockets = 0;
    const scripts: Promise<string>[] = [];
    page.on('websocket', () => {
      sockets += 1;
    });
    page.on('response', (response) => {
      if (!response.url().endsWith('.js')) return;
      const text = response.text();
      // Nobody asks for one that is still under way when the window closes.
      text.catch(() => {});
      scripts.push(text);
    });
    const canConnect = async () =>
      (await Promise.all(scripts)).some((text) => text.includes('/socket.io'));
    await page.goto('/login');
    await page.getByRole('heading', { name: 'Sign up' }).waitFor();
    await page.waitForLoadState('networkidle');
    expect(sockets).toBe(0);
    expect(await canConnect()).toBe(false);
    await signUp(page, makePerson('Cleo'));
    await eventually(canConnect, true);
  });

  onBoth(
    'a session that ends on the server leads to Login, once, without a loop',
    async ({ stage, backend, ada }) => {
      stage.expectTrouble(ECHO);
      await register(backend, makePerson('Ben'));
      const page = await enter(stage, ada);
      await row(page, 'Ben').waitFor();
      // The open page could be refused before it is loaded again.
      await page.goto('about:blank');
      await page.route(/\/api\/v1\//, (route) =>
        route.fulfill({ status: 401, json: { success: false, message: 'Sign in again.' } }),
      );
      await page.goto('/');
      await page.getByRole('heading', { name: 'Login', exact: true }).waitFor();
      expect(await people(page).count()).toBe(0);
      expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
    },
  );

  test('a screen whose code cannot be fetched shows the error screen with a way back (ERROR-5)', async ({
    stage,
    ada,
  }) => {
    stage.expectTrouble(ECHO);
    stage.expectTrouble(/chunk|Loading/i);
    const page = await enter(stage, ada);
    await page.route(/\.js$/, (route) => route.abort());
    await openMenu(page);
    await page.getByRole('link', { name: 'Edit Profile' }).click();
    await page
      .getByRole('heading', { name: 'Unexpected Application Error!', exact: true })
      .waitFor();
    await page.unroute(/\.js$/);
    await page.getByRole('link').click();
    await waitForHome(page);
  });

  test('two windows of one person show the same messages, and closing one keeps them Online', async ({
    stage,
    backend,
    ada,
    ben,
  }) => {
    const first = await enter(stage, ada);
    const second = await first.context().newPage();
    await second.goto('/');
    await waitForHome(second);
    const bens = await enter(stage, ben);
    await openConversation(first, 'Ben');
    await openConversation(second, 'Ben');
    await sendByCall(backend, ben, ada, { text: 'To all your windows' });
    for (const page of [first, second]) await message(page, 'To all your windows').waitFor();
    await first.close();
    await row(bens, 'Ada').getByText('Online').waitFor();
    await openConversation(bens, 'Ada');
    await box(bens).waitFor();
    await conversation(bens).locator('header').getByText('Online', { exact: true }).waitFor();
  });
});
