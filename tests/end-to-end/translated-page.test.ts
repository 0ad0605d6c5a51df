/** A page that the browser translates: each text is replaced by elements around another text, again after each change. */
import { expect } from 'vitest';
import {
  askToLogIn,
  box,
  conversation,
  eventually,
  logOut,
  message,
  openConversation,
  openMenu,
  people,
  readUnseen,
  row,
  sendText,
  signUp,
  waitForHome,
} from '../support/actions.ts';
import { makePerson } from '../support/backends.ts';
import type { Stage } from '../support/browser.ts';
import { ECHO, makeFlowTest } from '../support/flow.ts';

/** As Chrome does, and without mercy for what asks not to be translated. */
const TRANSLATE = `{
  const SKIPPED = 'script, style, textarea, title, font';
  const translate = (root) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const texts = [];
    while (walker.nextNode()) texts.push(walker.currentNode);
    for (const text of texts) {
      if (text.data.trim() === '' || text.parentElement?.matches(SKIPPED)) continue;
      const outer = document.createElement('font');
      outer.append(document.createElement('font'));
      outer.firstChild.textContent = text.data;
      text.replaceWith(outer);
    }
  };
  new MutationObserver(() => translate(document)).observe(document, {
    childList: true,
    characterData: true,
    subtree: true,
  });
}`;

async function openTranslated(stage: Stage) {
  const page = await stage.openWindow();
  await page.addInitScript({ content: TRANSLATE });
  return page;
}

const test = makeFlowTest('our server');

test('In a translated page two people sign up, talk, search, switch, save their profile and log out', async ({
  stage,
  ada,
  ben,
}) => {
  stage.expectTrouble(ECHO);
  const adas = await openTranslated(stage);
  const bens = await openTranslated(stage);
  const cleo = makePerson('Cleo');
  await signUp(bens, cleo);
  await logOut(bens);
  await askToLogIn(bens, { email: ben.email, password: 'wrong password' });
  await bens.getByRole('alert').or(bens.locator('[aria-invalid=true]')).first().waitFor();
  await bens.getByLabel('Password', { exact: true }).fill(ben.password);
  await bens.getByRole('button', { name: 'Login Now' }).click();
  await waitForHome(bens);
  await askToLogIn(adas, ada);
  await waitForHome(adas);

  await openConversation(adas, ben.fullName);
  await sendText(adas, 'first, see https://example.org/a');
  await eventually(() => readUnseen(bens, ada.fullName), 1);
  await sendText(adas, 'second');
  await eventually(() => readUnseen(bens, ada.fullName), 2);
  await openConversation(bens, ada.fullName);
  for (const words of ['one', 'two', 'three']) {
    await box(bens).pressSequentially(`${words} :sm`);
    // Where nothing is offered, Escape would leave the conversation.
    await bens.getByRole('listbox').waitFor();
    await box(bens).press('Escape');
    await sendText(bens, words);
    await message(adas, words).waitFor();
  }
  await openConversation(adas, cleo.fullName);
  await sendText(bens, 'four');
  await eventually(() => readUnseen(adas, ben.fullName), 1);
  await openConversation(adas, ben.fullName);
  await message(adas, 'four').waitFor();

  const search = people(adas).getByPlaceholder('Seacrch any user...');
  await search.fill('nobody of this name');
  await eventually(() => row(adas, ben.fullName).count(), 0);
  await search.fill('ben');
  await row(adas, ben.fullName).waitFor();
  await search.fill('');
  await row(adas, cleo.fullName).waitFor();

  await openMenu(adas);
  await people(adas).getByRole('link', { name: 'Edit Profile' }).click();
  await adas.getByPlaceholder('Your name').fill('Ada Translated');
  await adas.getByRole('button', { name: 'Save' }).click();
  await waitForHome(adas);
  await row(bens, 'Ada Translated').or(row(bens, ada.fullName)).first().waitFor();
  await logOut(adas);
  await conversation(bens).waitFor();
  for (const page of [adas, bens]) {
    await expect(page.getByText('Unexpected Application Error!').count()).resolves.toBe(0);
  }
});
