import { type ComponentProps, useId } from 'react';
import { said } from '../texts/index.js';
import styles from './field.module.css';

/** Props of the browser's own field that `FieldProps` renames. */
type Renamed = 'value' | 'defaultValue' | 'onChange' | 'required' | 'disabled' | 'readOnly' | 'className' | 'children';

export interface FieldProps extends Omit<ComponentProps<'input'>, Renamed | 'ref'> {
  label: string;
  description?: string | undefined;
  /** The sentence below the field; its presence makes the field invalid. */
  error?: string | null | undefined;
  value?: string | undefined;
  onChange?: ((value: string) => void) | undefined;
  isRequired?: boolean | undefined;
  isDisabled?: boolean | undefined;
  isReadOnly?: boolean | undefined;
  className?: string | undefined;
}

interface Words {
  label: string;
  error: string | null | undefined;
  hasDescription: boolean;
  isRequired: boolean | undefined;
}

/** The label and the error of a field, and what lets assistive technology read them with it. */
export function useFieldWords({ label, error, hasDescription, isRequired = false }: Words) {
  const id = useId();
  const [descriptionId, errorId] = [`${id}-description`, `${id}-error`];
  const isInvalid = Boolean(error);
  const described = [hasDescription && descriptionId, isInvalid && errorId].filter(Boolean).join(' ');
  return {
    control: {
      id,
      'aria-required': isRequired || undefined,
      'aria-invalid': isInvalid || undefined,
      'aria-describedby': described || undefined,
    },
    descriptionId,
    labelled: (
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
    ),
    complaint: error && (
      <span id={errorId} className={styles.error}>
        {said(error)}
      </span>
    ),
  };
}
