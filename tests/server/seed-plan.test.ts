/** What the demo says is decided before anything is stored. */
import { describe, expect, test } from 'vitest';
import { DEMO_PEOPLE, SIGN_INS } from '../../server/seed/people.ts';
import { type PlannedMessage, planDemo } from '../../server/seed/plan.ts';
import { LIMITS } from '../../src/protocol/limits.ts';

const now = new Date(2026, 4, 20, 15, 30).getTime();
const plan = planDemo(now);

const between = (first: string, second: string) =>
  plan.messages.filter(
    ({ from, to }) => (from === first && to === second) || (from === second && to === first),
  );
const hasPicture = ({ content }: PlannedMessage) => 'picture' in content;

describe('The plan of the demo', () => {
  test('moves with the day it is made on', () => {
    const later = planDemo(now + 60_000);
    expect(later.messages.at(-1)?.at).toBe((plan.messages.at(-1)?.at ?? 0) + 60_000);
  });

  test('has forty people, all with names of their own', () => {
    expect(DEMO_PEOPLE).toHaveLength(40);
    expect(new Set(DEMO_PEOPLE.map(({ fullName }) => fullName)).size).toBe(40);
  });

  test('has one conversation of 20,000 messages with some hundred pictures over years', () => {
    const longest = between(...SIGN_INS);
    expect(longest).toHaveLength(20_000);
    expect(longest.filter(hasPicture).length).toBeGreaterThan(200);
    expect(longest.filter(hasPicture).length).toBeLessThan(800);
    const years = ((longest.at(-1)?.at ?? 0) - (longest[0]?.at ?? 0)) / (365 * 86_400_000);
    expect(years).toBeGreaterThan(3);
  });

  test.each(SIGN_INS)('has conversations of many lengths for %s, some of them empty', (key) => {
    const lengths = DEMO_PEOPLE.filter((other) => other.key !== key).map(
      (other) => between(key, other.key).length,
    );
    expect(lengths.filter((length) => length === 0).length).toBeGreaterThan(5);
    expect(lengths.filter((length) => length > 0 && length < 50).length).toBeGreaterThan(5);
    expect(lengths.filter((length) => length > 100 && length < 1000).length).toBeGreaterThan(2);
  });

  test('tells everything in the order of time, and the last of it minutes ago', () => {
    const times = plan.messages.map(({ at }) => at);
    expect(times).toEqual([...times].sort((first, second) => first - second));
    expect(times.every(Number.isSafeInteger)).toBe(true);
    expect(times.at(-1)).toBeLessThan(now);
    expect(times.at(-1)).toBeGreaterThan(now - 10 * 60_000);
  });

  test('says only what the server accepts, with no brace left open', () => {
    for (const { content } of plan.messages) {
      if (!('text' in content)) continue;
      expect(content.text.trim()).not.toBe('');
      expect(content.text.length).toBeLessThanOrEqual(LIMITS.messageText);
      expect(content.text).not.toMatch(/[{}]|undefined/);
    }
    for (const { fullName, bio } of DEMO_PEOPLE) {
      expect(fullName.length).toBeLessThanOrEqual(LIMITS.fullName);
      expect(bio.length).toBeLessThanOrEqual(LIMITS.bio);
    }
  });

  test('has texts of many kinds: links, emoji alone, line breaks, long words, both directions', () => {
    const texts = plan.messages.flatMap(({ content }) => ('text' in content ? [content.text] : []));
    for (const kind of [
      /https:\/\//,
      /^\p{Extended_Pictographic}+$/u,
      /\n/,
      /\p{L}{40}/u,
      /\p{Script=Arabic}/u,
      /\p{Script=Hebrew}/u,
      /\p{Script=Han}/u,
    ]) {
      expect(texts.some((text) => kind.test(text))).toBe(true);
    }
  });
});
