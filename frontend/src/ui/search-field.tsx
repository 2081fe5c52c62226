import { Search, X } from 'lucide-react';
import type { Ref } from 'react';
import { Button } from 'react-aria-components/Button';
import { Input } from 'react-aria-components/Input';
import { Label } from 'react-aria-components/Label';
import {
  SearchField as AriaSearchField,
  type SearchFieldProps as AriaSearchFieldProps,
} from 'react-aria-components/SearchField';
import { t } from '../texts/index.js';
import buttonStyles from './button.module.css';
import { classes } from './classes.js';
import styles from './field.module.css';

interface SearchFieldProps extends Omit<AriaSearchFieldProps, 'children' | 'className'> {
  label: string;
  /** Keeps the label for assistive technology only. */
  labelHidden?: boolean;
  placeholder?: string;
  className?: string;
  inputRef?: Ref<HTMLInputElement>;
}

export function SearchField({
  label,
  labelHidden = false,
  placeholder,
  className,
  inputRef,
  ...props
}: SearchFieldProps) {
  return (
    <AriaSearchField {...props} className={classes(styles.field, className)}>
      {({ isEmpty }) => (
        <>
          <Label className={labelHidden ? 'visually-hidden' : styles.label}>{label}</Label>
          <div className={styles.box}>
            <Search size={18} aria-hidden className={styles.icon} />
            <Input
              ref={inputRef}
              placeholder={placeholder}
              className={classes(styles.input, styles.search, styles.withIcon, !isEmpty && styles.withButton)}
            />
            {!isEmpty && (
              <Button
                aria-label={t('ui.clearSearch')}
                className={classes(buttonStyles.button, buttonStyles.icon, buttonStyles.ghost, styles.inside)}
              >
                <X size={18} aria-hidden />
              </Button>
            )}
          </div>
        </>
      )}
    </AriaSearchField>
  );
}
