import { LIMITS } from '../../protocol/limits.ts';
import { Button } from '../../ui/button.tsx';
import { TextAreaField, TextField } from '../../ui/field.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { AuthForm } from './auth-form.tsx';
import type { FormProps } from './entry.ts';
import { ModeSwitch } from './mode-switch.tsx';
import { TermsCheckbox } from './terms-checkbox.tsx';
import { texts } from './texts.ts';

/** Sign up, step one: who the person is. It is submitted to step two. */
export function CredentialsStep(props: FormProps) {
  const { entry, problems, onChange, isBusy, onSwitch } = props;
  return (
    <AuthForm {...props} title={texts.signUp} progress={texts.step(1)}>
      <TextField
        label={texts.fullName}
        name="fullName"
        required
        maxLength={LIMITS.fullName}
        autoComplete="name"
        value={entry.fullName}
        onChange={onChange}
        problem={problems.fullName}
      />
      <TextField
        label={texts.email}
        name="email"
        type="email"
        required
        maxLength={LIMITS.email}
        autoComplete="email"
        value={entry.email}
        onChange={onChange}
        problem={problems.email}
      />
      <PasswordField
        label={texts.password}
        hint={texts.passwordHint(LIMITS.passwordMin)}
        name="password"
        required
        autoComplete="new-password"
        value={entry.password}
        onChange={onChange}
        problem={problems.password}
      />
      <TermsCheckbox entry={entry} onChange={onChange} />
      <Button type="submit" wide busy={isBusy}>
        {texts.createAccount}
      </Button>
      <ModeSwitch to="login" onSwitch={onSwitch} />
    </AuthForm>
  );
}

/** Sign up, step two: a few words about the person. */
export function BioStep(props: FormProps & { onBack: () => void }) {
  const { entry, problems, onChange, isBusy, onSwitch } = props;
  return (
    <AuthForm {...props} title={texts.signUp} progress={texts.step(2)}>
      <TextAreaField
        label={texts.bio}
        name="bio"
        rows={4}
        required
        maxLength={LIMITS.bio}
        placeholder={texts.bioPlaceholder}
        value={entry.bio}
        onChange={onChange}
        problem={problems.bio}
      />
      <TermsCheckbox entry={entry} onChange={onChange} />
      <Button type="submit" wide busy={isBusy}>
        {texts.createAccount}
      </Button>
      <ModeSwitch to="login" onSwitch={onSwitch} />
    </AuthForm>
  );
}
