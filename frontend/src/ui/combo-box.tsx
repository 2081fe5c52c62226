import { Check, ChevronDown } from 'lucide-react';
import { Button } from 'react-aria-components/Button';
import { ComboBox as AriaComboBox } from 'react-aria-components/ComboBox';
import { Input } from 'react-aria-components/Input';
import { Label } from 'react-aria-components/Label';
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox';
import { Popover } from 'react-aria-components/Popover';
import { Text } from 'react-aria-components/Text';
import { t } from '../texts/index.js';
import buttonStyles from './button.module.css';
import { classes } from './classes.js';
import fieldStyles from './field.module.css';
import styles from './overlay.module.css';

/** Seven rows and part of the eighth, which hints at more, in pixels. */
const LIST_HEIGHT = 336;

export interface ComboBoxOption {
  id: string;
  label: string;
}

interface ComboBoxProps {
  label: string;
  description?: string;
  options: readonly ComboBoxOption[];
  value: string;
  onChange: (value: string) => void;
}

/** Chooses one of many; typing filters the list. An emptied field returns to its value. */
export function ComboBox({ label, description, options, value, onChange }: ComboBoxProps) {
  return (
    <AriaComboBox
      className={fieldStyles.field}
      defaultItems={options}
      value={value}
      allowsEmptyCollection
      onChange={(chosen) => {
        if (typeof chosen === 'string' && chosen !== value) onChange(chosen);
      }}
    >
      <Label className={fieldStyles.label}>{label}</Label>
      <div className={fieldStyles.box}>
        <Input className={classes(fieldStyles.input, fieldStyles.withButton)} autoComplete="off" spellCheck="false" />
        <Button className={classes(buttonStyles.button, buttonStyles.icon, buttonStyles.ghost, fieldStyles.inside)}>
          <ChevronDown size={18} aria-hidden />
        </Button>
      </div>
      {description !== undefined && (
        <Text slot="description" className={fieldStyles.description}>
          {description}
        </Text>
      )}
      <Popover maxHeight={LIST_HEIGHT} className={classes(styles.popover, styles.options)}>
        <ListBox<ComboBoxOption>
          className={styles.menu}
          renderEmptyState={() => <p className={styles.nothing}>{t('ui.nothingFound')}</p>}
        >
          {(option) => (
            <ListBoxItem id={option.id} textValue={option.label} className={styles.item}>
              {({ isSelected }) => (
                <>
                  <span className={styles.optionLabel}>{option.label}</span>
                  {isSelected && <Check size={18} aria-hidden />}
                </>
              )}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </AriaComboBox>
  );
}
