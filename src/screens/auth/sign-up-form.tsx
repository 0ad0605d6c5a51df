import { LIMITS } from '../../protocol/limits.ts';
import { Button } from '../../ui/button.tsx';
import { checkForm } from '../../ui/check-form.ts';
import { TextAreaField, TextField } from '../../ui/field.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { AuthForm } from './auth-form.tsx';
import { type FormProps, SENTENCES } from './entry.ts';
import { ModeSwitch } from './mode-switch.tsx';
import { TermsCheckbox } from './terms-checkbox.tsx';
import { texts } from './texts.ts';

interface StepProps extends FormProps {
  takesFocus: boolean;
  /** Step one: to step two. Step two: signs up. */
  onSubmit: () => void;
  onSwitch: () => void;
}

/** Sign up, step one: who the person is. */
export function CredentialsStep({ takesFocus, onSubmit, onSwitch, ...props }: StepProps) {
  const { entry, problems, onChange, onProblems, isBusy } = props;

  function handleSubmit(form: HTMLFormElement) {
    if (checkForm(form, SENTENCES, onProblems)) onSubmit();
  }

  return (
    <AuthForm
      title={texts.signUp}
      progress={texts.step(1)}
      takesFocus={takesFocus}
      onSubmit={handleSubmit}
    >
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
export function BioStep({
  takesFocus,
  onBack,
  onSubmit,
  onSwitch,
  ...props
}: StepProps & { onBack: () => void }) {
  const { entry, problems, onChange, onProblems, isBusy } = props;

  function handleSubmit(form: HTMLFormElement) {
    if (checkForm(form, SENTENCES, onProblems)) onSubmit();
  }

  return (
    <AuthForm
      title={texts.signUp}
      progress={texts.step(2)}
      takesFocus={takesFocus}
      onBack={onBack}
      onSubmit={handleSubmit}
    >
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
