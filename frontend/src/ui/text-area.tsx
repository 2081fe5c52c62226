import { classes } from './classes.js';
import styles from './field.module.css';
import { type FieldProps, useFieldWords } from './field.js';

/** Below the field stands either a description or the counter of a limit. */
type Below =
  | { description?: string; limit?: never }
  /** `limit`: the longest text in code points. Typing past it is allowed and marked, not cut. */
  | { description?: never; limit: number };

type Shared = 'label' | 'error' | 'value' | 'onChange' | 'isReadOnly' | 'placeholder' | 'autoFocus' | 'name';

type TextAreaProps = Pick<FieldProps, Shared> & { rows?: number } & Below;

export function TextArea({
  label,
  description,
  error,
  onChange,
  isReadOnly,
  rows = 3,
  limit,
  ...props
}: TextAreaProps) {
  const length = [...(props.value ?? '')].length;
  const hasDescription = description !== undefined || limit !== undefined;
  const { control, descriptionId, labelled, complaint } = useFieldWords({
    label,
    error,
    hasDescription,
    isRequired: false,
  });
  return (
    <div className={styles.field}>
      {labelled}
      <textarea
        {...props}
        {...control}
        rows={rows}
        readOnly={isReadOnly}
        onChange={(event) => onChange?.(event.target.value)}
        className={classes(styles.input, styles.area)}
      />
      <div className={styles.below}>
        {complaint}
        {limit !== undefined && (
          <span id={descriptionId} className={classes(styles.counter, length > limit && styles.over)}>
            {length}/{limit}
          </span>
        )}
      </div>
      {description !== undefined && (
        <span id={descriptionId} className={styles.description}>
          {description}
        </span>
      )}
    </div>
  );
}
