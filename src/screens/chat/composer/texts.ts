/** Texts of the composer. */
export const texts = {
  message: 'Message',
  placeholder: 'Send a message...',
  send: 'Send',
  tooLong: (max: number) => `Messages can be up to ${max.toLocaleString()} characters.`,
  tooLongToInsert: (max: number) =>
    `This text is too long to add. Messages can be up to ${max.toLocaleString()} characters.`,
  charactersLeft: (left: number) => (left === 1 ? '1 character left' : `${left} characters left`),
  charactersTooMany: (over: number) =>
    over === 1 ? '1 character over the limit' : `${over} characters over the limit`,

  attach: 'Attach image',
  pictures: 'Pictures ready to send',
  toBeSent: 'Ready to send',
  preparing: 'Preparing picture',
  removePicture: (index: number, count: number) =>
    count === 1 ? 'Remove picture' : `Remove picture ${index + 1} of ${count}`,
  tooManyPictures: (max: number) => `You can add up to ${max} pictures.`,
  firstFrame: 'Animations are sent as a still picture: their first frame.',
  reduced: (width: number, height: number) =>
    `This picture is too large to keep its details. It is sent with ${width} × ${height} pixels.`,
  dropHere: 'Drop pictures here',

  /** To a deleted message, which has no sender. */
  reply: 'Reply',
  replyTo: (name: string) => `Reply to ${name}`,
  yourself: 'yourself',
  picture: 'Picture',
  cancelReply: 'Cancel the reply',

  emoji: 'Emoji',
  emojiLoading: 'Loading emoji',
  emojiFailed: 'Couldn’t load emoji. Please try again.',
  searchEmoji: 'Search emoji',
  noEmoji: (search: string) => `No emoji called “${search}”`,
  recentEmoji: 'Recently used',
  foundEmoji: 'Found emoji',
  skinTone: (tone: string) => (tone === 'none' ? 'Skin tone' : `Skin tone: ${tone}`),
  suggestions: 'Emoji suggestions',
  suggestionCount: (count: number) =>
    count === 1 ? '1 emoji suggestion' : `${count} emoji suggestions`,
};
