import { LIMITS } from '../../protocol/limits.ts';
import { TextAreaField, TextField } from '../../ui/field.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { AuthForm } from './auth-form.tsx';
import { type FormProps, ofForm } from './entry.ts';
import { texts } from './texts.ts';

type Rule = typeof import('../../protocol/password-rule.ts');

let rule: Rule | null = null;
let isRuleAsked = false;

/** Without the rule, the server alone refuses such passwords. A failed load is repeated with the next letter. */
function loadRule() {
  if (isRuleAsked) return;
  isRuleAsked = true;
  import('../../protocol/password-rule.ts').then(
    (loaded) => {
      rule = loaded;
    },
    () => {
      isRuleAsked = false;
    },
  );
}

/** Sign-up, step one: the person's data. Its submit leads to step two. */
export function CredentialsStep(props: FormProps) {
  const sentences = {
    ...texts.problems,
    password: {
      ...texts.problems.password,
      find: (password: string) => rule?.findPasswordRefusal(password, props.entry),
    },
  };
  return (
    <AuthForm {...props} sentences={sentences} progress={texts.step(1)}>
      <TextField
        {...ofForm(props, 'fullName')}
        limit={LIMITS.fullName}
        autoComplete="name"
        dir="auto"
      />
      <TextField
        {...ofForm(props, 'email')}
        type="email"
        limit={LIMITS.email}
        autoComplete="email"
      />
      <PasswordField
        {...ofForm(props, 'password')}
        onChange={(event) => {
          loadRule();
          props.onChange(event);
        }}
        hint={texts.passwordHint(LIMITS.passwordMin)}
        minLength={LIMITS.passwordMin}
        limit={LIMITS.passwordMax}
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
        limit={LIMITS.bio}
        placeholder={texts.bioPlaceholder}
      />
    </AuthForm>
  );
}
