/** Accessibility by machine: axe-core in the page, on what is on the screen now. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Every violation as one line: the rule, and where. Empty: none. `only` asks for these rules alone. */
export async function findViolations(page: Page, only?: string[]): Promise<string[]> {
  // Colours are read as they are drawn, so what fades in has to have arrived. What moves with the
  // reader's scrolling never ends.
  await page.evaluate(() =>
    Promise.all(
      document
        .getAnimations()
        .filter(
          ({ timeline, effect }) =>
            timeline === document.timeline && effect?.getComputedTiming().iterations !== Infinity,
        )
        .map((animation) => animation.finished.catch(() => undefined)),
    ),
  );
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
  return page.evaluate(async (values) => {
    const axe: unknown = Reflect.get(window, 'axe');
    if (!isAxe(axe)) throw new Error('axe is not in the page.');
    const { violations, passes } = await axe.run(document, {
      // Of what passes only one place of each rule is described.
      resultTypes: ['violations'],
      // WCAG 2.2 asks for it; axe leaves it out unless told.
      rules: { 'target-size': { enabled: true } },
      ...(values && { runOnly: values }),
    });
    if (passes.length === 0) throw new Error('axe looked at nothing.');
    return violations.flatMap(({ id, help, nodes }) =>
      nodes.map(
        ({ target, failureSummary }) => `${id}: ${help} | ${target.join(' ')} | ${failureSummary}`,
      ),
    );

    interface Axe {
      run(
        root: Document,
        options: {
          resultTypes: string[];
          rules: Record<string, { enabled: boolean }>;
          runOnly?: string[];
        },
      ): Promise<{
        passes: unknown[];
        violations: {
          id: string;
          help: string;
          nodes: { target: string[]; failureSummary?: string }[];
        }[];
      }>;
    }
    function isAxe(value: unknown): value is Axe {
      return typeof value === 'object' && value !== null && 'run' in value;
    }
  }, only);
}

/** The same in either theme, in which only colours differ. */
export async function findViolationsInThemes(page: Page): Promise<string[]> {
  await page.emulateMedia({ colorScheme: 'dark' });
  const dark = await findViolations(page, ['color-contrast']);
  await page.emulateMedia({ colorScheme: 'light' });
  return [...(await findViolations(page)), ...dark.map((one) => `dark: ${one}`)];
}
