/** Spaces, controls, joiners, fillers, and the empty Braille pattern. */
const INVISIBLE = /^[\s\p{Cc}\p{Default_Ignorable_Code_Point}\u{2800}\u{FFF9}-\u{FFFB}]*$/u;

/** Whether a reader would see nothing of the text. Such a text counts as empty on both ends. */
export const isBlank = (text: string): boolean => INVISIBLE.test(text);
