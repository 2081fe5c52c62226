import { type FormEvent, useRef, useState } from 'react';
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
 * State of one form: values, the sentence each field shows, and who may submit.
 * A field speaks after it was left or after a submit; what the server said about it lasts until it is edited.
 */
export function useForm<V extends Values>(initial: V, checks: { [K in keyof V]?: Check<V> }) {
  const [values, setValues] = useState(initial);
  const [touched, setTouched] = useState<Partial<Record<string, boolean>>>({});
  const [refused, setRefused] = useState<Partial<Record<string, string>>>({});
  const form = useRef<HTMLFormElement>(null);

  const complaint = (name: string): string | null => checks[name]?.(values[name] ?? '', values) ?? null;

  const field = (name: keyof V & string): FormField => ({
    name,
    value: values[name] ?? '',
    error: refused[name] ?? (touched[name] === true ? complaint(name) : null),
    onChange: (value) => {
      setValues((held) => ({ ...held, [name]: value }));
      setRefused((held) => ({ ...held, [name]: undefined }));
    },
    onBlur: () => {
      // A sentence that appears under the pointer would move the button away that is being pressed.
      if (values[name] !== '') afterPress(() => setTouched((held) => ({ ...held, [name]: true })));
    },
  });

  const focus = (name: string | undefined): void => {
    const control = name === undefined ? null : form.current?.elements.namedItem(name);
    if (control instanceof HTMLElement) control.focus();
  };

  /** Shows the server's complaints beside their fields; says which of them found no field here. */
  const refuse = (errors: Readonly<Record<string, string>>): string[] => {
    const known = Object.keys(errors).filter((name) => name in initial);
    setRefused((held) => ({ ...held, ...Object.fromEntries(known.map((name) => [name, errors[name]])) }));
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
