import { type ReactNode, useId } from 'react';
import { classes } from './classes.js';
import option from './option.module.css';
import { PressButton } from './press-button.js';
import { Radios } from './radios.js';
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

interface SwitchProps extends LabelProps {
  isSelected: boolean;
  onChange: (isSelected: boolean) => void;
  isDisabled?: boolean | undefined;
}

export function Switch({ label, description, isSelected, onChange, isDisabled }: SwitchProps) {
  return (
    <PressButton
      role="switch"
      aria-checked={isSelected}
      isDisabled={isDisabled}
      onPress={() => onChange(!isSelected)}
      className={styles.toggle}
    >
      <LabelText label={label} {...(description === undefined ? {} : { description })} />
      <span className={styles.track}>
        <span className={styles.thumb} />
      </span>
    </PressButton>
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
  const id = useId();
  return (
    <div className={styles.group}>
      <span id={id} className={styles.legend}>
        {label}
      </span>
      <Radios
        labelledBy={id}
        value={value}
        options={options.map((option) => ({
          value: option.value,
          shown: (
            <>
              {option.sign}
              {option.label}
            </>
          ),
        }))}
        onChange={onChange}
        isDisabled={isDisabled}
        className={styles.choices}
        optionClass={styles.choice}
      />
    </div>
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
  const id = useId();
  const choose = (chosen: Value, isChosen: boolean): void =>
    onChange(options.flatMap(({ value }) => ((value === chosen ? isChosen : values.includes(value)) ? [value] : [])));
  return (
    <div role="group" aria-labelledby={id} className={styles.group}>
      <span id={id} className={styles.legend}>
        {label}
      </span>
      <div className={styles.choices}>
        {options.map((choice) => (
          <label key={choice.value} className={classes(option.option, styles.choice)}>
            <input
              type="checkbox"
              className="visually-hidden"
              checked={values.includes(choice.value)}
              onChange={({ target }) => choose(choice.value, target.checked)}
            />
            {choice.label}
          </label>
        ))}
      </div>
    </div>
  );
}
