import { type ReactNode, useId } from 'react';
import { classes } from './classes.js';
import styles from './option.module.css';

export interface RadiosProps<Value extends string> {
  /** The name of the group, unless `labelledBy` is the id of the element that shows it. */
  label?: string;
  labelledBy?: string;
  /** Null while nothing is chosen. */
  value: Value | null;
  /** `name` is for assistive technology, where `shown` has no words. */
  options: readonly { value: Value; name?: string; shown: ReactNode }[];
  onChange: (value: Value) => void;
  isDisabled?: boolean;
  className?: string | undefined;
  /** The class of each option, whose look depends on `:has(:checked)`. */
  optionClass?: string | undefined;
}

/** The browser's own radio buttons, each below what its option shows. */
export function Radios<Value extends string>({
  label,
  labelledBy,
  value,
  options,
  onChange,
  isDisabled = false,
  className,
  optionClass,
}: RadiosProps<Value>) {
  const group = useId();
  return (
    <div role="radiogroup" aria-label={label} aria-labelledby={labelledBy} className={className}>
      {options.map((option) => (
        <label key={option.value} className={classes(styles.option, optionClass)}>
          <input
            type="radio"
            name={group}
            aria-label={option.name}
            className="visually-hidden"
            checked={option.value === value}
            disabled={isDisabled}
            onChange={() => onChange(option.value)}
          />
          {option.shown}
        </label>
      ))}
    </div>
  );
}
