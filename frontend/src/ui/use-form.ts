import { type Dispatch, type FormEvent, type SetStateAction, useRef, useState } from 'react';
import { afterPress } from './after-press.js';

type Values = Record<string, string>;
type Check<V extends Values> = (value: string, values: V) => string | null;

export interface FormField {
  value: string;
  error: string | null;
  name: string;
  onChange: (value: string) => void;
  onBlur: () => void;
}

/**
 * The state of one form. A field shows its error after a blur or a submit; an error of the server stays until the field is
 * edited.
 * @param state the values, where they outlive this component
 */
export function useForm<V extends Values>(
  initial: V,
  checks: { [K in keyof V]?: Check<V> },
  state?: [V, Dispatch<SetStateAction<V>>],
) {
  const own = useState(initial);
  const [values, setValues] = state ?? own;
  const [touched, setTouched] = useState<Partial<Record<string, boolean>>>({});
  const [refused, setRefused] = useState<Partial<Record<string, string>>>({});
  const form = useRef<HTMLFormElement>(null);

  const complaint = (name: string): string | null => checks[name]?.(values[name] ?? '', values) ?? null;

  const field = (name: keyof V & string): FormField => ({
    name,
    value: values[name] ?? '',
    error: refused[name] ?? (touched[name] === true ? complaint(name) : null),
    onChange: (value) => {
      setValues((current) => ({ ...current, [name]: value }));
      setRefused((current) => ({ ...current, [name]: undefined }));
    },
    onBlur: () => {
      // An error that appears during a press would move the pressed button away.
      if (values[name] !== '') afterPress(() => setTouched((current) => ({ ...current, [name]: true })));
    },
  });

  const focus = (name: string | undefined): void => {
    const control = name === undefined ? null : form.current?.elements.namedItem(name);
    if (control instanceof HTMLElement) control.focus();
  };

  /** Shows the server's errors beside their fields. @returns the names that this form does not have */
  const refuse = (errors: Readonly<Record<string, string>>): string[] => {
    const known = Object.keys(errors).filter((name) => name in initial);
    setRefused((current) => ({ ...current, ...Object.fromEntries(known.map((name) => [name, errors[name]])) }));
    focus(known[0]);
    return Object.keys(errors).filter((name) => !known.includes(name));
  };

  const onSubmit = (send: (values: V) => void) => (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const names = Object.keys(initial);
    setTouched(Object.fromEntries(names.map((name) => [name, true])));
    const wrong = names.find((name) => complaint(name) !== null);
    if (wrong === undefined) send(values);
    else focus(wrong);
  };

  const reset = (next: V = initial): void => {
    setValues(next);
    setTouched({});
    setRefused({});
  };

  return { form, values, field, refuse, onSubmit, reset };
}
