import { TextField } from '../../ui/field.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { AuthForm } from './auth-form.tsx';
import { type FormProps, ofForm } from './entry.ts';

export function LoginForm(props: FormProps) {
  return (
    <AuthForm {...props} isLogin>
      <TextField {...ofForm(props, 'email')} type="email" autoComplete="username" />
      <PasswordField {...ofForm(props, 'password')} autoComplete="current-password" />
    </AuthForm>
  );
}
