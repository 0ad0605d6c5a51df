import { Spinner } from '../../../ui/spinner.tsx';
import { textButton } from './media-styles.ts';
import { texts } from './texts.ts';

interface OlderImagesProps {
  isLooking: boolean;
  onLook: () => void;
}

/**
 * Where the server gives a conversation in pages, pictures may lie on pages nobody has read yet. One
 * press reads back to the next of them.
 */
export function OlderImages({ isLooking, onLook }: OlderImagesProps) {
  return (
    <button type="button" css={textButton} aria-busy={isLooking} onClick={onLook}>
      {isLooking && <Spinner size={16} />}
      {texts.olderPictures}
    </button>
  );
}
