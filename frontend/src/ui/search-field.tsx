import { Search, X } from 'lucide-react';
import { type KeyboardEvent, type Ref, useId, useRef } from 'react';
import { t } from '../texts/index.js';
import { classes } from './classes.js';
import styles from './field.module.css';
import { PlainIconButton } from './plain-icon-button.js';

interface SearchFieldProps {
  label: string;
  /** Keeps the label for assistive technology only. */
  labelHidden?: boolean;
  placeholder?: string;
  value: string;
  onChange: (value: string) => void;
  onSubmit?: (value: string) => void;
  maxLength?: number;
  autoFocus?: boolean;
  className?: string;
  inputRef?: Ref<HTMLInputElement>;
}

/** The browser's own search field, which takes keys as soon as the page is drawn. Escape empties it first. */
export function SearchField({
  label,
  labelHidden = false,
  value,
  onChange,
  onSubmit,
  className,
  inputRef,
  ...props
}: SearchFieldProps) {
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const clear = (): void => {
    onChange('');
    box.current?.querySelector('input')?.focus();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter') onSubmit?.(value);
    if (event.key !== 'Escape' || value === '') return;
    event.preventDefault();
    event.stopPropagation();
    onChange('');
  };
  return (
    <div className={classes(styles.field, className)}>
      <label htmlFor={id} className={labelHidden ? 'visually-hidden' : styles.label}>
        {label}
      </label>
      <div ref={box} className={styles.box}>
        <Search size={18} aria-hidden className={styles.icon} />
        <input
          {...props}
          id={id}
          ref={inputRef}
          type="search"
          enterKeyHint="search"
          value={value}
          onChange={({ target }) => onChange(target.value)}
          onKeyDown={onKeyDown}
          className={classes(styles.input, styles.search, styles.withIcon, value !== '' && styles.withButton)}
        />
        {value !== '' && (
          <PlainIconButton label={t('ui.clearSearch')} className={styles.inside} onPress={clear}>
            <X size={18} aria-hidden />
          </PlainIconButton>
        )}
      </div>
    </div>
  );
}
