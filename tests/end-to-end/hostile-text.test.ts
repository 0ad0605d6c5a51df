/**
 * What strangers write, shown to others in a real browser: through every field, nothing of it runs, nothing is
 * even tried that the page's policy had to stop, and nothing breaks the layout.
 */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { about, box, conversation, messages, people } from '../support/actions.ts';
import { type Member, makePerson, register, sendByCall } from '../support/backends.ts';
import { SIZES, type Stage } from '../support/browser.ts';
import { ECHO, makeFlowTest } from '../support/flow.ts';

const onPlain = makeFlowTest('a plain backend');

/** Each runs `window.executions.push(…)` where it is taken for markup, script, style or address. */
const SCRIPTS = [
  '<script>executions.push(1)</script>',
  '"><script>executions.push(2)</script>',
  '<img src=x onerror=executions.push(3)>',
  `'"--></style></script><svg onload=executions.push(4)>`,
  '<iframe srcdoc="<script>parent.executions.push(5)</script>"></iframe>',
  '<a href="javascript:executions.push(6)" autofocus onfocus=executions.push(6)>x</a>',
  '<math><mtext><table><mglyph><style><img src=x onerror=executions.push(7)>',
  '<details open ontoggle=executions.push(8)>',
  '{{constructor.constructor("executions.push(9)")()}}',
  '<style>@import "javascript:executions.push(10)"; *{display:none!important}</style>',
  '<base href="https://evil.example.org/"><meta http-equiv=refresh content="0;url=/login">',
  '<form action=javascript:executions.push(11)><button autofocus>x</form>',
  '</textarea><img src=x onerror=executions.push(12)>',
  '\u2028executions.push(13)\u2029',
  '<div style="position:fixed;inset:0;background:red">covers</div>',
];
const LINKS = [
  'javascript:executions.push(20)//https://example.org',
  'data:text/html,<script>executions.push(21)</script>',
  'vbscript:executions.push(22)',
  'https://example.org/"onmouseover="executions.push(23)',
  'https://example.org/<img src=x onerror=executions.push(24)>',
  'https://exa\u202Empl\u202Ce.org/\u202Egnp.exe',
  'mailto:a@example.org?body=<script>executions.push(25)</script>',
  'file:///etc/passwd blob:https://example.org/x intent://x#Intent;end',
];
/** What is only hard to lay out. */
const UNWIELDY = [
  `\u202E\u2067reversed \u202Bright\u202C to left`,
  `z${'\u0335\u0321\u030A\u0363\u036B'.repeat(60)}algo`,
  '\u{1F469}\u200D\u{1F680}'.repeat(2_000),
  'W'.repeat(5_000),
  '\ufdfd'.repeat(300),
  'a\n'.repeat(400),
  '\u200B'.repeat(3_000),
  '\u3164 \u2800 \u00AD'.repeat(200),
  'مرحبا '.repeat(300) + 'hello '.repeat(100),
  `https://example.org/${'long'.repeat(1_000)}`,
];

/** Counts what runs and what the policy stops, in every document of the window. */
async function watch(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Object.assign(window, { executions: [], reports: [] });
    const reports: unknown = Reflect.get(window, 'reports');
    document.addEventListener('securitypolicyviolation', (event) => {
      if (Array.isArray(reports)) reports.push(`${event.effectiveDirective} ${event.blockedURI}`);
    });
  });
}

const read = (page: Page, name: 'executions' | 'reports') =>
  page.evaluate((key): unknown => Reflect.get(window, key), name);

async function expectNothingRan(page: Page): Promise<void> {
  expect(await read(page, 'executions')).toEqual([]);
  expect(await read(page, 'reports')).toEqual([]);
  expect(page.frames()).toHaveLength(1);
}

/** No sideways scrolling, and every region where it belongs. */
async function expectLayoutHolds(page: Page): Promise<void> {
  const { width = 0, height = 0 } = page.viewportSize() ?? {};
  const size = await page.evaluate(() => {
    const { scrollWidth, scrollHeight } = document.documentElement;
    return { scrollWidth, scrollHeight };
  });
  expect(size.scrollWidth).toBeLessThanOrEqual(width);
  expect(size.scrollHeight).toBeLessThanOrEqual(height);
  for (const region of await page.getByRole('region').all()) {
    const bounds = await region.boundingBox();
    if (!bounds) continue;
    expect(bounds.x).toBeGreaterThanOrEqual(0);
    expect(bounds.x + bounds.width).toBeLessThanOrEqual(width + 1);
    const sideways = await region.evaluate((element) =>
      [element, ...element.querySelectorAll('*')]
        .filter((each) => /auto|scroll/.test(getComputedStyle(each).overflowX))
        .filter((each) => each.scrollWidth > each.clientWidth + 1)
        .map((each) => `${each.tagName} ${each.textContent?.slice(0, 40)}`),
    );
    expect(sideways).toEqual([]);
  }
}

async function openWindow(stage: Stage, member: Member): Promise<Page> {
  const page = await stage.openWindow({ token: member.token });
  await watch(page);
  await page.goto('/');
  await people(page).waitFor();
  return page;
}

/** Scrolls through all of a conversation, so that each message is rendered once. */
async function readThrough(page: Page): Promise<void> {
  const log = page.getByRole('log');
  for (let step = 0; step < 40; step += 1) {
    await log.evaluate((element) => {
      element.scrollTop -= element.clientHeight;
      element.parentElement?.scrollBy(0, -element.clientHeight);
    });
  }
}

const test = makeFlowTest('our server');

test('Hostile text in names, bios and messages runs nowhere and breaks nothing', async ({
  stage,
  backend,
}) => {
  // A stranger's page may try to load pictures that are none.
  stage.expectTrouble(ECHO);
  const reader = await register(backend, makePerson('Reader'));
  const texts = [...SCRIPTS, ...LINKS, ...UNWIELDY];
  const names = [...SCRIPTS, ...UNWIELDY].map((text) => text.replaceAll('\n', ' '));
  const strangers: Member[] = [];
  for (const [index, name] of names.entries()) {
    const fullName = `${index} ${name}`.slice(0, 79).toWellFormed();
    const bio = texts[index % texts.length]?.slice(0, 490).toWellFormed() ?? 'x';
    strangers.push(await register(backend, { ...makePerson(`S${index}`), fullName, bio }));
  }
  const [first] = strangers;
  if (!first) throw new Error('There are no strangers.');
  for (const text of texts) await sendByCall(backend, first, reader, { text: `${text} .` });
  for (const stranger of strangers.slice(1)) {
    await sendByCall(backend, stranger, reader, { text: `${stranger.fullName} .` });
  }

  const page = await openWindow(stage, reader);
  for (const size of [SIZES.small, SIZES.wide]) {
    await page.setViewportSize(size);
    await page.goto('/');
    await people(page).waitFor();
    await expectLayoutHolds(page);
    await people(page).getByRole('link', { name: '0 <script>' }).first().click();
    await messages(page).first().waitFor();
    await readThrough(page);
    await expectLayoutHolds(page);
    await expectNothingRan(page);
  }
  await about(page, first.fullName).getByText('executions.push(1)').first().waitFor();
  for (const link of await conversation(page).getByRole('link').all()) {
    expect(await link.getAttribute('href')).toMatch(/^(https?|mailto):/);
    expect(await link.getAttribute('rel')).toBe('noopener noreferrer');
  }

  // Nor would a script that somehow got into the page.
  stage.expectTrouble(/Content Security Policy/);
  const display = await page.evaluate(async () => {
    const frame = document.createElement('div');
    frame.innerHTML =
      '<img src="data:," onerror="executions.push(1)"><style>body{display:none}</style>';
    const script = document.createElement('script');
    script.textContent = 'executions.push(2)';
    document.body.append(frame, script);
    await new Promise((resolve) => setTimeout(resolve, 200));
    return getComputedStyle(document.body).display;
  });
  expect([await read(page, 'executions'), display]).toEqual([[], 'block']);
});

// Our server stores no such addresses: only a stranger's would send them.
onPlain(
  'Hostile text in place of a picture is not taken for one',
  async ({ stage, backend, ada, ben }) => {
    stage.expectTrouble(ECHO);
    for (const image of [
      'javascript:executions.push(1)',
      'data:text/html,<script>executions.push(2)</script>',
      'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" onload="executions.push(3)"/>',
      'data:image/png;" onerror="executions.push(4)',
    ]) {
      await sendByCall(backend, ben, ada, { image }).catch(() => undefined);
    }
    const page = await openWindow(stage, ada);
    await people(page).getByRole('link', { name: 'Ben' }).click();
    await box(page).waitFor();
    await expectNothingRan(page);
    const sources = await conversation(page)
      .locator('img')
      .evaluateAll((images) => images.map((image) => image.getAttribute('src') ?? ''));
    for (const source of sources)
      expect(source).toMatch(/^(https?:|blob:|\/|data:image\/(png|jpeg))/);
  },
);
