import { LIMITS } from '../../protocol/limits.ts';
import { isNameOfSomething, PASSWORD_REFUSALS } from '../../protocol/password-rule.ts';
import { TextAreaField, TextField } from '../../ui/field.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { AuthForm } from './auth-form.tsx';
import { type FormProps, ofForm } from './entry.ts';
import { texts } from './texts.ts';

type List = typeof import('../../protocol/common-passwords.ts');

let list: List | null = null;
let isListAsked = false;

/** Without the list, the server alone refuses common passwords. A failed load is repeated with the next letter. */
function loadList() {
  if (isListAsked) return;
  isListAsked = true;
  import('../../protocol/common-passwords.ts').then(
    (loaded) => {
      list = loaded;
    },
    () => {
      isListAsked = false;
    },
  );
}

/** Sign-up, step one: the person's data. Its submit leads to step two. */
export function CredentialsStep(props: FormProps) {
  const sentences = {
    ...texts.problems,
    password: {
      ...texts.problems.password,
      find(password: string) {
        if (list?.isCommonPassword(password)) return PASSWORD_REFUSALS.common;
        return isNameOfSomething(password, props.entry) ? PASSWORD_REFUSALS.isName : undefined;
      },
    },
  };
  return (
    <AuthForm {...props} sentences={sentences} progress={texts.step(1)}>
      <TextField
        {...ofForm(props, 'fullName')}
        maxLength={LIMITS.fullName}
        autoComplete="name"
        dir="auto"
      />
      <TextField
        {...ofForm(props, 'email')}
        type="email"
        maxLength={LIMITS.email}
        autoComplete="email"
      />
      <PasswordField
        {...ofForm(props, 'password')}
        onChange={(event) => {
          loadList();
          props.onChange(event);
        }}
        hint={texts.passwordHint(LIMITS.passwordMin)}
        minLength={LIMITS.passwordMin}
        maxLength={LIMITS.passwordMax}
        autoComplete="new-password"
      />
    </AuthForm>
  );
}

/** Sign-up, step two: a few words about the person. */
export function BioStep(props: FormProps & { onBack: () => void }) {
  return (
    <AuthForm {...props} progress={texts.step(2)}>
      <TextAreaField
        {...ofForm(props, 'bio')}
        rows={4}
        maxLength={LIMITS.bio}
        placeholder={texts.bioPlaceholder}
      />
    </AuthForm>
  );
}
