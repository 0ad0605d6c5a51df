import { css } from '@emotion/react';
import { Mark } from '../../ui/mark.tsx';
import { medium } from '../../ui/media.ts';
import { isPictureAddress } from '../../ui/picture-address.ts';
import { useBrokenPicture } from '../../ui/use-broken-picture.ts';
import { texts } from './texts.ts';

export const preview = css({
  display: 'grid',
  placeItems: 'center',
  justifySelf: 'center',
  width: 144,
  height: 144,
  borderRadius: '50%',
  overflow: 'hidden',
  background: 'var(--accent-soft)',
  '& > img': { width: '100%', height: '100%', objectFit: 'cover' },
  '& > svg': { width: '52%', height: 'auto' },
  [medium]: { width: 232, height: 232 },
});

/** The large profile picture; the mark if there is none or it does not load. */
export function PicturePreview({ picture }: { picture: string | undefined }) {
  const [isBroken, noteBroken] = useBrokenPicture(picture ?? '');
  return (
    <div css={preview}>
      {picture && !isBroken && isPictureAddress(picture) ? (
        <img src={picture} alt={texts.preview} onError={noteBroken} />
      ) : (
        <Mark width={120} />
      )}
    </div>
  );
}
