/** Emoji by name, as on GitHub and Slack. Loaded with the first `:na…`. */
import names from './emojibase/names.json';

export interface NamedEmoji {
  name: string;
  emoji: string;
}

const MAX_FOUND = 8;

const all: readonly NamedEmoji[] = names;

/** Candidates for `query`, best first: equal names, names with this beginning, names with such a word. */
export function findEmoji(query: string): NamedEmoji[] {
  const wanted = query.toLowerCase();
  const ranked = [
    all.filter(({ name }) => name === wanted),
    all.filter(({ name }) => name !== wanted && name.startsWith(wanted)),
    all.filter(({ name }) => !name.startsWith(wanted) && name.includes(`_${wanted}`)),
  ];
  const seen = new Set<string>();
  return ranked
    .flat()
    .filter(({ emoji }) => !seen.has(emoji) && seen.add(emoji))
    .slice(0, MAX_FOUND);
}

export function findEmojiByName(name: string): string | undefined {
  return all.find((one) => one.name === name.toLowerCase())?.emoji;
}
