import type { ReactNode, Ref } from 'react';
import { classes } from './classes.js';
import styles from './field.module.css';
import { type FieldProps, useFieldWords } from './field.js';

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
  onChange,
  isRequired,
  isDisabled,
  isReadOnly,
  className,
  inputRef,
  inputClass,
  end,
  below,
  ...props
}: TextFieldProps) {
  const hasDescription = description !== undefined;
  const { control, descriptionId, labelled, complaint } = useFieldWords({ label, error, hasDescription, isRequired });
  return (
    <div className={classes(styles.field, className)}>
      {labelled}
      <div className={styles.box}>
        <input
          type="text"
          {...props}
          {...control}
          ref={inputRef}
          disabled={isDisabled}
          readOnly={isReadOnly}
          onChange={(event) => onChange?.(event.target.value)}
          className={classes(styles.input, inputClass)}
        />
        {end}
      </div>
      {hasDescription && (
        <span id={descriptionId} className={styles.description}>
          {description}
        </span>
      )}
      {complaint}
      {below}
    </div>
  );
}
