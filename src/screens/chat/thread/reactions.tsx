import { texts } from './texts.ts';

interface ReactionsProps {
  own: string | undefined;
  theirs: string | undefined;
  peerName: string;
}

/**
 * The emoji of both people below a message. Pressing one sets or takes back one's own: `actions/` listens to all rows at
 * once, so rows have no handlers.
 */
export function Reactions({ own, theirs, peerName }: ReactionsProps) {
  const all = [...new Set([own, theirs])].filter((emoji) => emoji !== undefined);
  return (
    <div className="reactions">
      {all.map((emoji) => {
        const names = [
          ...(emoji === own ? [texts.you] : []),
          ...(emoji === theirs ? [peerName] : []),
        ];
        const name = texts.reaction(emoji, names);
        return (
          <button
            key={emoji}
            type="button"
            data-emoji={emoji}
            data-count={names.length}
            aria-pressed={emoji === own}
            aria-label={name}
            title={name}
          >
            {emoji}
          </button>
        );
      })}
    </div>
  );
}
