/** Emoji by their names, as people know them from GitHub and Slack. Fetched with the first `:na…`. */
import names from './emojibase/names.json';

export interface NamedEmoji {
  name: string;
  emoji: string;
}

const MAX_FOUND = 8;

const all: readonly NamedEmoji[] = names;

/** Those that `query` may mean, the likeliest first: the name itself, its beginning, a word in it. */
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
