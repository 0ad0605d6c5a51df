/** A pictograph with variant, skin tone and joined parts; a flag; a keycap. */
const EMOJI = [
  String.raw`(?:\p{RI}\p{RI}|[#*0-9]\uFE0F?\u20E3|`,
  String.raw`(?:(?!\p{RI})\p{Emoji_Presentation}|\p{Extended_Pictographic}\uFE0F|\p{Emoji_Modifier_Base}(?=\p{Emoji_Modifier}))`,
  String.raw`(?:\uFE0F|\p{Emoji_Modifier})?[\u{E0020}-\u{E007F}]*`,
  String.raw`(?:\u200D\p{Extended_Pictographic}(?:\uFE0F|\p{Emoji_Modifier})?)*)`,
].join('');
const EMOJI_ONLY = new RegExp(String.raw`^(?:${EMOJI}\s?){1,3}$`, 'u');

/** Whether a text is only one to three emoji: shown large, without a bubble. */
export function isEmojiOnly(text: string): boolean {
  // The longest emoji are families and flags of regions; longer texts are not searched.
  return text.length <= 64 && EMOJI_ONLY.test(text);
}
