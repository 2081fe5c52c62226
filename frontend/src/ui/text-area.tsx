import { FieldError } from 'react-aria-components/FieldError';
import { Label } from 'react-aria-components/Label';
import { Text } from 'react-aria-components/Text';
import { TextArea as AriaTextArea } from 'react-aria-components/TextArea';
import { TextField as AriaTextField } from 'react-aria-components/TextField';
import { classes } from './classes.js';
import styles from './field.module.css';
import type { FieldProps } from './text-field.js';
import { said } from '../texts/index.js';

/** Below the field stands either a description or the counter of a limit. */
type Below =
  | { description?: string; limit?: never }
  /** `limit`: the longest text in code points. Typing past it is allowed and marked, not cut. */
  | { description?: never; limit: number };

type TextAreaProps = Omit<FieldProps, 'description'> & { rows?: number } & Below;

export function TextArea({
  label,
  description,
  error,
  placeholder,
  autoCapitalize,
  className,
  rows = 3,
  limit,
  ...props
}: TextAreaProps) {
  const length = [...(props.value ?? '')].length;
  return (
    <AriaTextField
      {...props}
      validationBehavior="aria"
      isInvalid={Boolean(error)}
      className={classes(styles.field, className)}
    >
      <Label className={styles.label}>{label}</Label>
      <AriaTextArea
        rows={rows}
        placeholder={placeholder}
        autoCapitalize={autoCapitalize}
        className={classes(styles.input, styles.area)}
      />
      <div className={styles.below}>
        <FieldError className={styles.error}>{error && said(error)}</FieldError>
        {limit !== undefined && (
          <Text slot="description" className={classes(styles.counter, length > limit && styles.over)}>
            {length}/{limit}
          </Text>
        )}
      </div>
      {description !== undefined && (
        <Text slot="description" className={styles.description}>
          {description}
        </Text>
      )}
    </AriaTextField>
  );
}
