/** What all windows and devices of a person agree on, and what others see of that person. */
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { TYPING_INTERVAL_MS, TYPING_TTL_MS } from '../../src/protocol/events.ts';
import {
  box,
  conversation,
  enter,
  enterConversation,
  eventually,
  logOut,
  message,
  openConversation,
  readUnseen,
  row,
  sendText,
  waitForHome,
} from '../support/actions.ts';
import {
  type Backend,
  type Member,
  makePerson,
  register,
  sendByCall,
} from '../support/backends.ts';
import { describeFaultsOnBoth, makeFaultFlowTest } from '../support/fault-flow.ts';
import { watchPlace } from '../support/place.ts';
import { readContents, readStates } from '../support/rows.ts';
import { sendMany } from '../support/send-many.ts';

const FRAME_MS = 20;

async function openSecond(page: Page): Promise<Page> {
  const second = await page.context().newPage();
  await second.goto('/');
  await waitForHome(second);
  return second;
}

/** Follows what the list says of a person; `read` answers all it has said so far. */
async function watchPresence(page: Page, fullName: string) {
  await row(page, fullName).evaluate((button) => {
    const note = () => {
      const said = button.querySelector('.state')?.textContent ?? '';
      document.body.dataset.said = `${document.body.dataset.said ?? ''} ${said}`.trim();
    };
    note();
    new MutationObserver(note).observe(button, {
      subtree: true,
      childList: true,
      characterData: true,
    });
  });
  return { read: () => page.evaluate(() => document.body.dataset.said ?? '') };
}

/** What the server counts for somebody. */
async function listUnseen(backend: Backend, member: Member): Promise<unknown> {
  const address = `${backend.url}/api/v1/messages/users`;
  const answer = await fetch(address, { headers: { token: member.token } });
  const { unseenMessages }: { unseenMessages: unknown } = await answer.json();
  return unseenMessages;
}

describe('Windows and devices of one person, with our server', () => {
  const test = makeFaultFlowTest('our server');

  test('show the same messages and counts, and what one has read the others know', async ({
    stage,
    backend,
    ada,
    ben,
  }) => {
    const first = await enter(stage, ada);
    const windows = [first, await openSecond(first), await enter(stage, ada)];
    for (const text of ['One', 'Two']) await sendByCall(backend, ben, ada, { text });
    for (const page of windows) await eventually(() => readUnseen(page, 'Ben'), 2);
    await openConversation(first, 'Ben');
    for (const page of windows) await eventually(() => readUnseen(page, 'Ben'), 0);

    for (const page of windows) await openConversation(page, 'Ben');
    await sendText(first, 'Three');
    for (const page of windows) {
      await eventually(() => readContents(page), ['One', 'Two', 'Three']);
    }
    await sendByCall(backend, ben, ada, { text: 'Four' });
    for (const page of windows) {
      await eventually(() => readContents(page), ['One', 'Two', 'Three', 'Four']);
    }
  });

  test('leave a reader far up where they are when the same person writes in another', async ({
    stage,
    backend,
    ada,
    ben,
  }) => {
    await sendMany(backend, ben, ada, 100);
    const first = await enterConversation(stage, ada, 'Ben');
    const elsewhere = await enterConversation(stage, ada, 'Ben');
    await message(first, 'Message 99').waitFor();
    await first.getByRole('log').hover();
    await first.mouse.wheel(0, -3_000);
    const jump = first.getByRole('button', { name: 'Jump to newest' });
    await jump.waitFor();
    const place = await watchPlace(first);
    await sendText(elsewhere, 'From elsewhere');
    await eventually(async () => (await readStates(elsewhere)).includes('sending'), false);
    // What one writes oneself is not counted.
    await sendByCall(backend, ben, ada, { text: 'An answer' });
    await first.getByRole('button', { description: '1 new message' }).waitFor();
    expect(await place.read()).toBeLessThanOrEqual(1);
    await jump.click();
    await eventually(
      async () => (await readContents(first)).slice(-2),
      ['From elsewhere', 'An answer'],
    );
  });

  test('know a new name and picture at once, as do others', async ({ stage, ada, ben }) => {
    const first = await enter(stage, ada);
    const elsewhere = await enter(stage, ada);
    const bens = await enter(stage, ben);
    await first.goto('/profile');
    await first.getByPlaceholder('Your name').fill('Ada Byron');
    await first.getByRole('button', { name: 'Save' }).click();
    await waitForHome(first);
    await row(bens, 'Ada Byron').waitFor();
    // Without a reload: the editor shows what the session's cache holds.
    await elsewhere.getByRole('button', { name: 'Menu' }).hover();
    await elsewhere.getByRole('link', { name: 'Edit Profile' }).click();
    await eventually(() => elsewhere.getByPlaceholder('Your name').inputValue(), 'Ada Byron');
  });
});

describeFaultsOnBoth('A person with several windows', (test) => {
  test('is signed out in all windows of a browser at once, and not on other devices', async ({
    stage,
    backend,
    ada,
  }) => {
    await register(backend, makePerson('Ben'));
    const first = await enter(stage, ada);
    const second = await openSecond(first);
    await openConversation(second, 'Ben');
    const other = await stage.openWindow();
    await other.goto('/login');
    await other.getByRole('link', { name: 'Login here' }).click();
    await other.getByLabel('Email').fill(ada.email);
    await other.getByLabel('Password', { exact: true }).fill(ada.password);
    await other.getByRole('button', { name: 'Login Now' }).click();
    await waitForHome(other);

    await logOut(first);
    await second.getByRole('heading', { name: 'Login', exact: true }).waitFor();
    await openConversation(other, 'Ben');
    await sendText(other, 'Still here');
    await message(other, 'Still here').waitFor();
    await eventually(async () => (await readStates(other)).includes('sending'), false);
  });

  test('sees in each of a browser what was sent and seen in another, once', async ({
    stage,
    backend,
    ada,
    ben,
  }) => {
    const first = await enter(stage, ada);
    const second = await openSecond(first);
    for (const page of [first, second]) await openConversation(page, 'Ben');
    for (const [page, text] of [
      [first, 'One'],
      [second, 'Two'],
      [first, 'Three'],
    ] as const) {
      await sendText(page, text);
      await eventually(async () => (await readStates(page)).includes('sending'), false);
    }
    for (const page of [first, second]) {
      await eventually(() => readContents(page), ['One', 'Two', 'Three']);
    }

    const third = await openSecond(first);
    await sendByCall(backend, ben, ada, { text: 'Four' });
    await eventually(() => listUnseen(backend, ada), {});
    await eventually(() => readUnseen(third, 'Ben'), 0);
    await first.close();
    await second.close();
    await sendByCall(backend, ben, ada, { text: 'Five' });
    await eventually(() => readUnseen(third, 'Ben'), 1);
    const fourth = await openSecond(third);
    await eventually(() => readUnseen(fourth, 'Ben'), 1);
    await openConversation(fourth, 'Ben');
    await eventually(() => readContents(fourth), ['One', 'Two', 'Three', 'Four', 'Five']);
    await eventually(() => readUnseen(third, 'Ben'), 0);
  });

  test('stays Online until the last one is closed', async ({ stage, backend, ada, ben }) => {
    const bens = await enter(stage, ben);
    const first = await enter(stage, ada);
    const second = await openSecond(first);
    await row(bens, 'Ada').getByText('Online').waitFor();
    const presence = await watchPresence(bens, 'Ada');
    await openConversation(bens, 'Ada');
    await first.close();
    await openConversation(second, 'Ben');
    await sendText(second, 'Still here');
    await message(bens, 'Still here').waitFor();
    // A plain backend says Offline until the other window has noticed that its socket was forgotten.
    await row(bens, 'Ada').getByText('Online').waitFor();
    if (!backend.plain) expect(await presence.read()).not.toContain('Offline');
    await second.close();
    await row(bens, 'Ada').getByText('Offline').waitFor();
  });
});

describe('A reload', () => {
  const test = makeFaultFlowTest('our server');

  test('does not show the person Offline to others, not for a blink', async ({
    stage,
    ada,
    ben,
  }) => {
    const bens = await enter(stage, ben);
    const adas = await enter(stage, ada);
    await row(bens, 'Ada').getByText('Online').waitFor();
    const presence = await watchPresence(bens, 'Ada');
    await openConversation(bens, 'Ada');
    for (let round = 0; round < 3; round += 1) {
      await adas.reload();
      await openConversation(adas, 'Ben');
      await sendText(adas, `Back ${round}`);
      await message(bens, `Back ${round}`).waitFor();
    }
    expect(await presence.read()).not.toContain('Offline');
  });
});

describeFaultsOnBoth('The states of an own message', (test) => {
  test('begin in the frame of the key press and go as far as the server can tell', async ({
    stage,
    backend,
    proxy,
    ada,
    ben,
  }) => {
    const adas = await enter(stage, ada);
    await openConversation(adas, 'Ben');
    // The box is there before the messages are, with which all of them begin anew.
    await conversation(adas).getByText('No messages yet').waitFor();
    const answer = Promise.withResolvers<void>();
    proxy.faults.script(
      { method: 'POST', path: /\/send\// },
      { kind: 'holdAnswer', until: answer.promise },
    );
    await box(adas).fill('Hello');
    const inTheSameFrame = await box(adas).evaluate(async (area: HTMLTextAreaElement) => {
      const init = { key: 'Enter', code: 'Enter', bubbles: true, cancelable: true };
      area.dispatchEvent(new KeyboardEvent('keydown', init));
      await new Promise(requestAnimationFrame);
      const row = document.querySelector('[role=log] [data-own=true]');
      row?.setAttribute('data-marked', '');
      return { isShown: row?.textContent.includes('Hello'), box: area.value };
    });
    expect(inTheSameFrame).toEqual({ isShown: true, box: '' });
    await eventually(() => readStates(adas), ['sending']);
    answer.resolve();
    await eventually(() => readStates(adas), ['sent']);
    // The very element, so that nothing flickers or jumps.
    expect(await adas.locator('[data-marked][data-state=sent]').count()).toBe(1);

    const bens = await enter(stage, ben);
    await eventually(() => readUnseen(bens, 'Ada'), 1);
    if (backend.plain) {
      await openConversation(bens, 'Ada');
      await message(bens, 'Hello').waitFor();
      await sendText(adas, 'Are you there?');
      await message(bens, 'Are you there?').waitFor();
      expect(await readStates(adas)).toEqual(['sent', 'sent']);
      return;
    }
    await eventually(() => readStates(adas), ['delivered']);
    await message(adas, 'Hello').getByText('Delivered').waitFor();
    await openConversation(bens, 'Ada');
    await eventually(() => readStates(adas), ['seen']);
    await message(adas, 'Hello').getByText('Read').waitFor();
  });
});

describe('A message that is sent before the conversation has come, with our server', () => {
  const test = makeFaultFlowTest('our server');

  test('stands once while its answer is on its way', async ({ stage, proxy, ada, ben }) => {
    const page = await enter(stage, ada);
    const [history, answer] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const path = new RegExp(`^/messages/${ben.id}$`);
    proxy.faults.script({ method: 'GET', path }, { kind: 'holdAnswer', until: history.promise }, 9);
    proxy.faults.script(
      { method: 'POST', path: /\/send\// },
      { kind: 'holdAnswer', until: answer.promise },
    );
    await openConversation(page, 'Ben');
    await sendText(page, 'In a hurry');
    const other = await enter(stage, ada);
    await openConversation(other, 'Ben');
    history.resolve();
    await message(other, 'In a hurry').waitFor();
    await eventually(() => readStates(page), ['sending']);
    expect(await readContents(page)).toEqual(['In a hurry']);
    answer.resolve();
    await eventually(() => readStates(page), ['sent']);
  });

  test('stays when it is sent and nothing else has come yet', async ({
    stage,
    proxy,
    ada,
    ben,
  }) => {
    const page = await enter(stage, ada);
    const history = Promise.withResolvers<void>();
    const path = new RegExp(`^/messages/${ben.id}$`);
    proxy.faults.script({ method: 'GET', path }, { kind: 'holdAnswer', until: history.promise }, 9);
    await openConversation(page, 'Ben');
    await sendText(page, 'In a hurry');
    const loading = page.getByText('Loading older messages');
    await loading.waitFor({ state: 'attached' });
    await eventually(() => readStates(page), ['sent']);
    history.resolve();
    await loading.waitFor({ state: 'detached' });
    expect(await readContents(page)).toEqual(['In a hurry']);
  });
});

describe('What the other person does, with our server', () => {
  const test = makeFaultFlowTest('our server');

  /** As if another program lay over the window: a headless browser has no other. */
  const look = (page: Page, isLooking: boolean) =>
    page.evaluate((hasFocus) => {
      document.hasFocus = () => hasFocus;
      window.dispatchEvent(new Event(hasFocus ? 'focus' : 'blur'));
    }, isLooking);

  test('a message counts as read only when its window has the focus', async ({
    stage,
    ada,
    ben,
  }) => {
    const [adas, bens] = [await enter(stage, ada), await enter(stage, ben)];
    await openConversation(adas, 'Ben');
    await openConversation(bens, 'Ada');
    await look(bens, false);
    await sendText(adas, 'Do you see me?');
    await message(bens, 'Do you see me?').waitFor();
    await eventually(() => readStates(adas), ['delivered']);
    await look(bens, true);
    await eventually(() => readStates(adas), ['seen']);
  });

  /** Counts the frames of one event that a window sends or is sent from its next load on. */
  function countFrames(page: Page, direction: 'framesent' | 'framereceived', event: string) {
    let count = 0;
    page.on('websocket', (socket) => {
      const handleFrame = ({ payload }: { payload: string | Buffer }) => {
        if (String(payload).startsWith(`42["${event}"`)) count += 1;
      };
      if (direction === 'framesent') socket.on('framesent', handleFrame);
      else socket.on('framereceived', handleFrame);
    });
    return async () => {
      // What the page answers now, it answers after all that it has sent before.
      await page.evaluate(() => undefined);
      return count;
    };
  }

  test('typing is told at most once in three seconds, and ends by itself or with a message', async ({
    stage,
    ada,
    ben,
  }) => {
    const adas = await stage.openWindow({ token: ada.token });
    const bens = await stage.openWindow({ token: ben.token });
    const countTold = countFrames(adas, 'framesent', 'typing');
    const countHeard = countFrames(bens, 'framereceived', 'typing');
    const countMessages = countFrames(bens, 'framereceived', 'newMessage');
    for (const [page, peer] of [
      [adas, 'Ben'],
      [bens, 'Ada'],
    ] as const) {
      await page.clock.install();
      await page.goto('/');
      await waitForHome(page);
      await openConversation(page, peer);
    }
    for (const [page, peer] of [
      [adas, 'Ben'],
      [bens, 'Ada'],
    ] as const) {
      await row(page, peer).getByText('Online').waitFor();
      // From here on no time passes in it but what the test says.
      await page.clock.pauseAt(await page.evaluate(() => Date.now() + 100));
    }
    const type = async (letters: string) => {
      await box(adas).pressSequentially(letters);
      return countTold();
    };
    let passed = 0;
    /** For what the window does with the next frame. */
    const passFrame = async () => {
      await bens.clock.runFor(FRAME_MS);
      passed += FRAME_MS;
    };
    const typing = conversation(bens).getByText('typing…');
    const isTold = () => passFrame().then(() => typing.isVisible());

    expect(await type('I type and type')).toBe(1);
    await adas.clock.runFor(TYPING_INTERVAL_MS - 100);
    expect(await type(', and')).toBe(1);
    await adas.clock.runFor(200);
    expect(await type(' type')).toBe(2);
    await eventually(countHeard, 2);
    await eventually(isTold, true);
    await bens.clock.runFor(TYPING_TTL_MS);
    await eventually(() => typing.count(), 0);

    await adas.clock.runFor(TYPING_INTERVAL_MS);
    expect(await type('!')).toBe(3);
    await eventually(countHeard, 3);
    await eventually(isTold, true);
    await adas.clock.resume();
    await box(adas).press('Enter');
    await eventually(countMessages, 1);
    passed = 0;
    const written = message(bens, 'I type and type, and type!');
    await eventually(() => passFrame().then(() => written.isVisible()), true);
    await eventually(() => typing.count(), 0);
    expect(passed, 'too little to end it by itself').toBeLessThan(TYPING_TTL_MS);
  });
});
