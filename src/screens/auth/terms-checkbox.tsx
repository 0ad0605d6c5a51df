import { Checkbox } from '../../ui/checkbox.tsx';
import type { FormProps } from './entry.ts';
import { texts } from './texts.ts';

export function TermsCheckbox({ entry, onChange }: Pick<FormProps, 'entry' | 'onChange'>) {
  return (
    <Checkbox label={texts.terms} name="isAgreed" checked={entry.isAgreed} onChange={onChange} />
  );
}
