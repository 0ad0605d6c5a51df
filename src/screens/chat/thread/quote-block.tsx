import type { Quote } from '../../../protocol/entities.ts';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import { texts } from './texts.ts';

/**
 * The message that another one answers, in two lines whatever it contains: `thread-styles.ts` has its look. A press leads
 * to it (`thread-view.tsx`).
 */
export function QuoteBlock({ quote, name }: { quote: Quote; name: string | undefined }) {
  const { _id, text, deleted } = quote;
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
    </button>
  );
}
