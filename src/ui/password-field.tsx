import { useState } from 'react';
import type { TextFieldProps } from './field.tsx';
import { TextField } from './field.tsx';
import { texts } from './field-texts.ts';
import { iconButtonStyle } from './icon-button.tsx';
import { Eye, EyeOff } from './icons/icons.ts';
import { VisuallyHidden } from './visually-hidden.tsx';

/** A password, hidden until the person shows it. */
export function PasswordField(props: Omit<TextFieldProps, 'type' | 'affix'>) {
  const [isShown, setIsShown] = useState(false);
  const Icon = isShown ? EyeOff : Eye;
  return (
    <TextField
      {...props}
      type={isShown ? 'text' : 'password'}
      autoCapitalize="off"
      autoCorrect="off"
      spellCheck={false}
      affix={
        // Named by its text: a label would also match the field's name.
        <button
          type="button"
          css={iconButtonStyle}
          aria-pressed={isShown}
          onClick={() => setIsShown(!isShown)}
        >
          <Icon size={20} />
          <VisuallyHidden>{texts.showPassword}</VisuallyHidden>
        </button>
      }
    />
  );
}
