import { Checkbox } from '../../ui/checkbox.tsx';
import type { FormProps } from './entry.ts';

export function TermsCheckbox({ entry, onChange }: Pick<FormProps, 'entry' | 'onChange'>) {
  return (
    <Checkbox
      label="Agree to the terms of use & privacy policy"
      name="isAgreed"
      checked={entry.isAgreed}
      onChange={onChange}
    />
  );
}
