/**
 * What people type for an emoji whose name is another word, most wanted first. The names and tags of the data contain
 * many of these words, too, but for so many emoji that the wanted one is not among the first.
 */
const WORDS: Readonly<Record<string, string>> = {
  'thank thanks thx ty': '🙏 🤗 💐',
  'please pls': '🙏 🥺',
  sorry: '😔 🙇 🙏',
  'yes yep yeah': '👍 ✅ 👌',
  'no nope': '👎 ❌ 🙅',
  'ok okay': '👌 👍 🆗',
  'good nice': '👍 👏 😊',
  bad: '👎 😞',
  'great awesome': '🎉 🤩 👏',
  like: '👍 ❤️',
  dislike: '👎',
  done: '✅ 🏁',
  'agree deal': '🤝 👍 💯',
  'lol haha hahaha lmao': '😂 🤣 😆',
  'laugh funny': '😂 🤣 😄',
  'happy glad': '😊 😄 😀',
  sad: '😢 😔 🙁',
  cry: '😢 😭',
  'angry mad': '😠 😡 🤬',
  'wow omg': '😮 😱 🤩',
  cool: '😎 🆒',
  think: '🤔 💭',
  hmm: '🤔 🧐',
  idea: '💡',
  love: '❤️ 😍 🥰 😘',
  kiss: '😘 💋 😚',
  hug: '🤗 🫂',
  'hi hello hey': '👋 🙂',
  'bye goodbye': '👋',
  welcome: '👋 🤗 🎉',
  'party celebrate': '🎉 🥳 🪩',
  'congrats congratulations': '🎉 🥳 👏 🍾',
  birthday: '🎂 🥳 🎉 🎁',
  cheers: '🥂 🍻',
  'luck lucky': '🍀 🤞',
  morning: '🌅 ☀️ ☕',
  night: '🌙 😴 🌃',
  'sleep sleepy': '😴 💤 🛌',
  tired: '😩 😴 🥱',
  sick: '🤒 🤢 🤮',
  strong: '💪',
  win: '🏆 🥇 🎉',
  'lit hot': '🔥 🥵',
  check: '✅ ✔️ ☑️',
  question: '❓ 🤔',
  poop: '💩',
};

const emojiByWord = new Map(
  Object.entries(WORDS).flatMap(([words, emoji]) =>
    words.split(' ').map((word) => [word, emoji.split(' ')] as const),
  ),
);

/** The emoji meant by exactly this word. */
export const findMeant = (word: string): readonly string[] => emojiByWord.get(word) ?? [];

/** The first emoji of each longer word with this beginning, and how many letters are left. */
export function findBegun(start: string): { emoji: string; left: number }[] {
  return [...emojiByWord].flatMap(([word, [emoji]]) =>
    emoji !== undefined && word.length > start.length && word.startsWith(start)
      ? [{ emoji, left: word.length - start.length }]
      : [],
  );
}
