import { type ChangeEvent, useState } from 'react';
import type { Problems } from './check-form.ts';

/** The values of a form's required fields, and their problems. Typing in a field removes its problem. */
export function useFields<Name extends string>(first: Record<Name, string>) {
  const [values, setValues] = useState(first);
  const [problems, setProblems] = useState<Problems>({});
  return {
    values,
    problems,
    setProblems,
    /** What is in the form at a submit: a password manager may fill a field without an event. */
    read(form: HTMLFormElement): Record<Name, string> {
      const read = { ...values, ...Object.fromEntries(new FormData(form)) };
      setValues(read);
      return read;
    },
    reset: () => setValues(first),
    /** Props of one field. */
    field: (name: Name) => ({
      name,
      required: true,
      value: values[name],
      problem: problems[name],
      onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => {
        setValues((old) => ({ ...old, [name]: target.value }));
        setProblems(({ [name]: _solved, ...others }) => others);
      },
    }),
  };
}
