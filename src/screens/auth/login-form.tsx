import { Button } from '../../ui/button.tsx';
import { checkForm } from '../../ui/check-form.ts';
import { TextField } from '../../ui/field.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { AuthForm } from './auth-form.tsx';
import { type FormProps, SENTENCES } from './entry.ts';
import { ModeSwitch } from './mode-switch.tsx';
import { TermsCheckbox } from './terms-checkbox.tsx';
import { texts } from './texts.ts';

interface LoginFormProps extends FormProps {
  takesFocus: boolean;
  onSubmit: () => void;
  onSwitch: () => void;
}

export function LoginForm({ takesFocus, onSubmit, onSwitch, ...props }: LoginFormProps) {
  const { entry, problems, onChange, onProblems, isBusy } = props;

  function handleSubmit(form: HTMLFormElement) {
    if (checkForm(form, SENTENCES, onProblems)) onSubmit();
  }

  return (
    <AuthForm title={texts.login} takesFocus={takesFocus} onSubmit={handleSubmit}>
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
