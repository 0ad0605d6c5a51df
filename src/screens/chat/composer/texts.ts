/** What the composer says. */
export const texts = {
  message: 'Message',
  placeholder: 'Send a message...',
  send: 'Send',
  tooLong: (max: number) =>
    `This message is too long. The most is ${max.toLocaleString()} characters.`,
  charactersLeft: (left: number) => (left === 1 ? '1 character left' : `${left} characters left`),
  charactersTooMany: (over: number) =>
    over === 1 ? '1 character too many' : `${over} characters too many`,

  attach: 'Attach image',
  pictures: 'Pictures to be sent',
  toBeSent: 'To be sent',
  preparing: 'Preparing picture',
  removePicture: (index: number, count: number) =>
    count === 1 ? 'Remove picture' : `Remove picture ${index + 1} of ${count}`,
  tooManyPictures: (max: number) => `At most ${max} pictures at a time.`,
  dropHere: 'Drop pictures to send them',

  emoji: 'Emoji',
  emojiLoading: 'Loading emoji',
  emojiFailed: 'The emoji could not be loaded. Please try again.',
  searchEmoji: 'Search emoji',
  noEmoji: (search: string) => `No emoji called “${search}”`,
  recentEmoji: 'Recently used',
  skinTone: 'Skin tone',
  suggestions: 'Emoji suggestions',
  suggestionCount: (count: number) =>
    count === 1 ? '1 emoji suggestion' : `${count} emoji suggestions`,
};
