import { css } from '@emotion/react';
import { LIMITS } from '../../../protocol/limits.ts';
import { countCharacters } from '../../../protocol/text.ts';
import { texts } from './texts.ts';

/** This close to the limit, the remaining characters are shown. */
const NEAR = 500;

/** Near a message's maximum length: how many characters are left or too many. */
export function CharactersLeft({ text }: { text: string }) {
  // A text has no more characters than code units.
  if (LIMITS.messageText - text.length > NEAR) return null;
  const left = LIMITS.messageText - countCharacters(text);
  if (left > NEAR) return null;
  return (
    <p css={counter} data-over={left < 0} role="status">
      {left < 0 ? texts.charactersTooMany(-left) : texts.charactersLeft(left)}
    </p>
  );
}

const counter = css({
  padding: '0 var(--s3)',
  font: 'var(--t-xs)',
  color: 'var(--text-muted)',
  textAlign: 'end',
  '&[data-over=true]': { color: 'var(--danger)' },
});
