import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { AuthForm } from './auth-form.tsx';
import type { FormProps } from './entry.ts';
import { ModeSwitch } from './mode-switch.tsx';
import { TermsCheckbox } from './terms-checkbox.tsx';
import { texts } from './texts.ts';

export function LoginForm(props: FormProps) {
  const { entry, problems, onChange, isBusy, onSwitch } = props;
  return (
    <AuthForm {...props} title={texts.login}>
      <TextField
        label={texts.email}
        name="email"
        type="email"
        required
        autoComplete="username"
        value={entry.email}
        onChange={onChange}
        problem={problems.email}
      />
      <PasswordField
        label={texts.password}
        name="password"
        required
        autoComplete="current-password"
        value={entry.password}
        onChange={onChange}
        problem={problems.password}
      />
      <TermsCheckbox entry={entry} onChange={onChange} />
      <Button type="submit" wide busy={isBusy}>
        {texts.loginNow}
      </Button>
      <ModeSwitch to="signup" onSwitch={onSwitch} />
    </AuthForm>
  );
}
