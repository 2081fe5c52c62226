import type { ReactNode, Ref } from 'react';
import { FieldError } from 'react-aria-components/FieldError';
import { Input } from 'react-aria-components/Input';
import { Label } from 'react-aria-components/Label';
import { Text } from 'react-aria-components/Text';
import { TextField as AriaTextField, type TextFieldProps as AriaTextFieldProps } from 'react-aria-components/TextField';
import { classes } from './classes.js';
import styles from './field.module.css';
import { said } from '../texts/index.js';

export interface FieldProps extends Omit<AriaTextFieldProps, 'children' | 'className' | 'isInvalid'> {
  label: string;
  description?: string | undefined;
  /** The sentence below the field; its presence makes the field invalid. */
  error?: string | null | undefined;
  placeholder?: string;
  /** Auto-capitalisation of phone keyboards; 'none' for names that must be exact. */
  autoCapitalize?: string;
  className?: string;
}

interface TextFieldProps extends FieldProps {
  inputRef?: Ref<HTMLInputElement>;
  inputClass?: string | undefined;
  /** A control inside the box, at its end. */
  end?: ReactNode;
  below?: ReactNode;
}

export function TextField({
  label,
  description,
  error,
  placeholder,
  autoCapitalize,
  className,
  inputRef,
  inputClass,
  end,
  below,
  ...props
}: TextFieldProps) {
  return (
    <AriaTextField
      {...props}
      validationBehavior="aria"
      isInvalid={Boolean(error)}
      className={classes(styles.field, className)}
    >
      <Label className={styles.label}>{label}</Label>
      <div className={styles.box}>
        <Input
          ref={inputRef}
          placeholder={placeholder}
          autoCapitalize={autoCapitalize}
          className={classes(styles.input, inputClass)}
        />
        {end}
      </div>
      {description !== undefined && (
        <Text slot="description" className={styles.description}>
          {description}
        </Text>
      )}
      <FieldError className={styles.error}>{error && said(error)}</FieldError>
      {below}
    </AriaTextField>
  );
}
