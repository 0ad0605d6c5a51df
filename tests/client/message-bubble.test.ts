import { describe, expect, test } from 'vitest';
import { isEmojiOnly } from '../../src/screens/chat/thread/message-bubble.tsx';

describe('A message of emoji alone', () => {
  test.each(['❤️', '🎻🎹✨', '👍🏽', '👨‍👩‍👧‍👦', '🇩🇪', '🏴󠁧󠁢󠁳󠁣󠁴󠁿', '1️⃣', '😀 😀'])('is %s', (text) => {
    expect(isEmojiOnly(text)).toBe(true);
  });

  test.each(['', 'Hi 🙌', '🎻🎹✨🎷', '123', '#', '©', 'a', '🇩'])('is not “%s”', (text) => {
    expect(isEmojiOnly(text)).toBe(false);
  });
});
