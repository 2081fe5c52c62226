import type { ReactNode } from 'react';
import { Checkbox } from 'react-aria-components/Checkbox';
import { CheckboxGroup } from 'react-aria-components/CheckboxGroup';
import { Label } from 'react-aria-components/Label';
import { Radio, RadioGroup } from 'react-aria-components/RadioGroup';
import { Switch as AriaSwitch, type SwitchProps as AriaSwitchProps } from 'react-aria-components/Switch';
import styles from './toggle.module.css';

interface LabelProps {
  label: ReactNode;
  description?: string;
}

const LabelText = ({ label, description }: LabelProps) => (
  <span className={styles.words}>
    {label}
    {description !== undefined && <span className={styles.description}>{description}</span>}
  </span>
);

export function Switch({ label, description, ...props }: Omit<AriaSwitchProps, 'children' | 'className'> & LabelProps) {
  return (
    <AriaSwitch {...props} className={styles.toggle}>
      <LabelText label={label} {...(description === undefined ? {} : { description })} />
      <span className={styles.track}>
        <span className={styles.thumb} />
      </span>
    </AriaSwitch>
  );
}

interface ChoiceProps<Value extends string> {
  label: string;
  /** Null while nothing is chosen. */
  value: Value | null;
  /** The sign shows what the label says, as a swatch of a colour does. */
  options: readonly { value: Value; label: string; sign?: ReactNode }[];
  onChange: (value: Value) => void;
  isDisabled?: boolean;
}

/** Chooses one of a few visible options. */
export function Choice<Value extends string>({
  label,
  value,
  options,
  onChange,
  isDisabled = false,
}: ChoiceProps<Value>) {
  const choose = (next: string): void => {
    const option = options.find((candidate) => candidate.value === next);
    if (option) onChange(option.value);
  };
  return (
    <RadioGroup value={value} onChange={choose} isDisabled={isDisabled} className={styles.group}>
      <Label className={styles.legend}>{label}</Label>
      <div className={styles.choices}>
        {options.map((option) => (
          <Radio key={option.value} value={option.value} className={styles.choice}>
            {option.sign}
            {option.label}
          </Radio>
        ))}
      </div>
    </RadioGroup>
  );
}

interface ChoicesProps<Value extends string> {
  label: string;
  values: readonly Value[];
  options: readonly { value: Value; label: string }[];
  onChange: (values: Value[]) => void;
}

/** Chooses any of a few visible options. */
export function Choices<Value extends string>({ label, values, options, onChange }: ChoicesProps<Value>) {
  const choose = (chosen: string[]): void =>
    onChange(options.flatMap(({ value }) => (chosen.includes(value) ? [value] : [])));
  return (
    <CheckboxGroup value={[...values]} onChange={choose} className={styles.group}>
      <Label className={styles.legend}>{label}</Label>
      <div className={styles.choices}>
        {options.map((option) => (
          <Checkbox key={option.value} value={option.value} className={styles.choice}>
            {option.label}
          </Checkbox>
        ))}
      </div>
    </CheckboxGroup>
  );
}
