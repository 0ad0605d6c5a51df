import { css } from '@emotion/react';
import { type CSSProperties, memo } from 'react';
import { splitGraphemes } from '../lib/graphemes.ts';
import { isPictureAddress, useBrokenPicture } from './broken-picture.ts';
import { UserRound } from './icons/icons.ts';
import { centred } from './styles.ts';

/** Each is far from the one before it: people who sign up one after the other never look alike. */
const HUES = [8, 158, 308, 98, 248, 38, 188, 338, 128, 278, 68, 218];

const avatar = css({
  position: 'relative',
  display: 'block',
  flex: 'none',
  width: 'var(--size)',
  height: 'var(--size)',
  borderRadius: '50%',
  userSelect: 'none',
  '& > img, & > b': { width: '100%', height: '100%', borderRadius: '50%' },
  '& > img': { display: 'block', objectFit: 'cover', background: 'var(--skeleton)' },
  '& > b': {
    ...centred,
    // Stacked marks would cover what is above.
    overflow: 'clip',
    forcedColorAdjust: 'none',
    font: '600 calc(var(--size) * .36)/1 var(--font)',
    letterSpacing: '.01em',
    background: 'var(--skeleton)',
    color: 'var(--text-muted)',
    '& > svg': { width: '60%', height: '60%' },
  },
  '&[data-online=true]::after': {
    content: '""',
    position: 'absolute',
    insetInlineEnd: 'calc(var(--size) * .03)',
    insetBlockEnd: 'calc(var(--size) * .03)',
    width: 'calc(var(--size) * .1 + 7.5px)',
    height: 'calc(var(--size) * .1 + 7.5px)',
    borderRadius: '50%',
    background: 'var(--online)',
    boxShadow: '0 0 0 2px var(--behind, var(--canvas))',
    forcedColorAdjust: 'none',
  },
});

const initialsStyles = HUES.map((hue): CSSProperties => {
  const from = `light-dark(hsl(${hue} 70% 88%), hsl(${hue} 26% 34%))`;
  const to = `light-dark(hsl(${hue} 50% 76%), hsl(${hue} 30% 25%))`;
  return {
    background: `linear-gradient(160deg, ${from}, ${to})`,
    color: `light-dark(hsl(${hue} 60% 21%), hsl(${hue} 50% 87%))`,
  };
});

interface AvatarProps {
  user: {
    _id: string;
    fullName: string;
    profilePic?: string | undefined;
    smallPic?: string | undefined;
    deleted?: boolean;
  };
  /** In px at the default text size; it grows half as much as the text. Absent: `--size` of the surroundings. */
  size?: 32 | 40 | 88;
  /** Too large for the small version of the picture. */
  isLarge?: boolean;
  /** Shows the presence dot. Its ring has the colour `--behind`, set by the element behind it. */
  online?: boolean;
}

/**
 * A person's picture, or their initials on a colour that is always the same for them; for a deleted account only a
 * shape. Decorative: the name is beside it.
 */
export const Avatar = memo(function Avatar({ user, size, isLarge, online }: AvatarProps) {
  const picture = (!isLarge && user.smallPic) || (user.profilePic ?? '');
  const [isBroken, reportBroken] = useBrokenPicture(picture);
  const style: (CSSProperties & Record<'--size', string>) | undefined = size && {
    '--size': `calc(${size / 2}px + ${size / 32}rem)`,
  };
  return (
    <span css={avatar} style={style} data-online={online} aria-hidden="true">
      {picture && !isBroken && isPictureAddress(picture) ? (
        <img
          src={picture}
          alt=""
          decoding="async"
          // Never before words and the code that shows them.
          loading="lazy"
          fetchPriority="low"
          draggable={false}
          onError={reportBroken}
        />
      ) : (
        <b translate="no" style={user.deleted ? undefined : initialsStyles[findColour(user._id)]}>
          {user.deleted ? <UserRound /> : makeInitials(user.fullName)}
        </b>
      )}
    </span>
  );
});

/** By the end of an id, which most servers count up; for any other id by its letters. */
export function findColour(id: string): number {
  const counted = Number.parseInt(id.slice(-6), 16);
  const letters = [...id].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0);
  return (Number.isNaN(counted) ? letters : counted) % HUES.length;
}

const LETTER = /[\p{L}\p{N}\p{Extended_Pictographic}\p{Regional_Indicator}]/u;
/** Scripts whose letters join: two of them beside each other would read as a word. */
const JOINING = /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{Script=Nko}]/u;
/** Scripts in which names begin with a capital letter. */
const CAPITALS = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Armenian}]/u;

/** First letters of the first and last words. */
export function makeInitials(fullName: string): string {
  const letters = fullName.split(/\s+/).flatMap((word) => findLetter(word) ?? []);
  const [first = '', ...others] = letters;
  const last = JOINING.test(first) ? undefined : others.at(-1);
  return [first, last ?? ''].map(capitalize).join('');
}

function findLetter(word: string): string | undefined {
  const letters = splitGraphemes(word);
  return letters.find((letter) => LETTER.test(letter)) ?? letters[0];
}

/** Some letters have no capital of one letter: `ß` would become `SS`. */
function capitalize(letter: string): string {
  const capital = letter.toUpperCase();
  return CAPITALS.test(letter) && splitGraphemes(capital).length === 1 ? capital : letter;
}
