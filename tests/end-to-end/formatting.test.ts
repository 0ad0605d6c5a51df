/** Marks in messages: their look, what is copied and read out, and the switch that turns them off. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { enterConversation, eventually, messages, openConversation } from '../support/actions.ts';
import { findViolations } from '../support/axe.ts';
import { sendByCall } from '../support/backends.ts';
import { describeOnBoth } from '../support/flow.ts';

const INLINE = '*bold*, _italic_, ~struck~ and `code`, see *https://example.org/a_b_c*';
const BLOCKS =
  '> A *quote*\n> of two\n\n- milk\n- eggs\n1. first\n\n```ts\nconst a = 2 * 3 * 4;\n```\nok';
const PLAIN = 'snake_case_name and 2*3*4, <b>not bold</b>';

/** Of each message, its height, and all its characters. */
const readRows = (page: Page) =>
  messages(page).evaluateAll((rows) =>
    rows.map((row) => ({
      height: row.getBoundingClientRect().height,
      text: row.querySelector('.bubble p > span')?.textContent,
    })),
  );

/** Copies the whole of the message with this number. */
const copyMessage = (page: Page, index: number) =>
  messages(page)
    .nth(index)
    .evaluate((row) => {
      document.getSelection()?.selectAllChildren(row);
      const clipboardData = new DataTransfer();
      row.dispatchEvent(
        new ClipboardEvent('copy', { clipboardData, bubbles: true, cancelable: true }),
      );
      return clipboardData.getData('text/plain');
    });

describeOnBoth('Marks in messages', (test) => {
  test('become their look, and are copied as they were typed', async ({
    stage,
    backend,
    ada,
    ben,
  }) => {
    for (const text of [INLINE, BLOCKS, PLAIN]) await sendByCall(backend, ben, ada, { text });
    await sendByCall(backend, ada, ben, { text: BLOCKS });
    const page = await enterConversation(stage, ada, 'Ben');
    const all = messages(page);
    await all.locator('strong', { hasText: 'bold' }).waitFor();
    const looks = async (index: number) =>
      all
        .nth(index)
        .locator('p')
        .locator('strong, em, s, code, [role=blockquote], [role=listitem], a')
        .evaluateAll((parts) =>
          parts.map(
            (part) =>
              `${part.getAttribute('role') ?? part.localName}: ${(part as HTMLElement).innerText}`,
          ),
        );
    await eventually(
      () => looks(0),
      [
        'strong: bold',
        'em: italic',
        's: struck',
        'code: code',
        'strong: https://example.org/a_b_c',
        'a: https://example.org/a_b_c',
      ],
    );
    expect(await looks(1)).toEqual([
      'blockquote: A quote\nof two',
      'strong: quote',
      'listitem: milk',
      'listitem: eggs',
      'listitem: 1. first',
      'code: const a = 2 * 3 * 4;',
    ]);
    expect(await looks(2)).toEqual([]);
    expect((await readRows(page)).map(({ text }) => text)).toEqual([INLINE, BLOCKS, PLAIN, BLOCKS]);
    expect(await copyMessage(page, 0)).toBe(INLINE);
    expect(await copyMessage(page, 1)).toBe(BLOCKS);
    expect(await findViolations(page)).toEqual([]);
  });

  test('stay as they were typed when that is chosen, and the lines are as high', async ({
    stage,
    backend,
    ada,
    ben,
  }) => {
    for (const text of ['*bold* `code`', BLOCKS, PLAIN])
      await sendByCall(backend, ben, ada, { text });
    const page = await enterConversation(stage, ada, 'Ben');
    await messages(page).locator('strong', { hasText: 'bold' }).waitFor();
    const formatted = await readRows(page);
    await page.getByRole('button', { name: 'Menu' }).hover();
    await page.getByRole('link', { name: 'Edit Profile' }).click();
    await page.getByRole('switch', { name: 'Format messages' }).uncheck();
    await page.getByRole('link', { name: 'Back to chats' }).click();
    await openConversation(page, 'Ben');
    await messages(page).getByText('*bold* `code`').waitFor();
    expect(await messages(page).locator('strong').count()).toBe(0);
    expect(await readRows(page)).toEqual(formatted);
  });
});
