import type { Quote } from '../../../protocol/entities.ts';
import { isPictureAddress } from '../../../ui/picture-address.ts';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import { texts } from './texts.ts';

/**
 * The message that another one answers: its sender, and two lines of its text or its picture. `thread-styles.ts` has its
 * look. A press leads to it (`thread-view.tsx`).
 */
export function QuoteBlock({ quote, name }: { quote: Quote; name: string | undefined }) {
  const { _id, text, image, deleted } = quote;
  if (deleted || _id === undefined) {
    return (
      <div className="quote" data-deleted>
        <VisuallyHidden>{texts.quotesDeleted}</VisuallyHidden>
        <span>{texts.deletedMessage}</span>
      </div>
    );
  }
  return (
    <button type="button" className="quote" data-of={_id}>
      <VisuallyHidden>{texts.quotes(name ?? '')}</VisuallyHidden>
      <strong aria-hidden="true">{name}</strong>
      <span dir="auto">{text ?? texts.picture}</span>
      {text === undefined && image !== undefined && isPictureAddress(image) && (
        <img src={image} alt="" decoding="async" draggable={false} />
      )}
    </button>
  );
}
