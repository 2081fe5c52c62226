import { Check, Circle, Eye, EyeOff } from 'lucide-react';
import { type Ref, useState } from 'react';
import { said, t } from '../texts/index.js';
import { classes } from './classes.js';
import styles from './field.module.css';
import type { FieldProps } from './field.js';
import { PlainIconButton } from './plain-icon-button.js';
import { TextField } from './text-field.js';

export interface PasswordCheck {
  id: string;
  label: string;
  passes: (password: string) => boolean;
}

interface PasswordFieldProps extends FieldProps {
  inputRef?: Ref<HTMLInputElement>;
  /** Rules shown below the field, ticked while typing. */
  checks?: readonly PasswordCheck[];
}

export function PasswordField({ checks, ...props }: PasswordFieldProps) {
  const [shown, setShown] = useState(false);
  const toggle = (
    <PlainIconButton
      label={shown ? t('ui.hidePassword') : t('ui.showPassword')}
      className={styles.inside}
      onPress={() => setShown(!shown)}
    >
      {shown ? <EyeOff size={20} aria-hidden /> : <Eye size={20} aria-hidden />}
    </PlainIconButton>
  );
  return (
    <TextField
      {...props}
      type={shown ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck="false"
      inputClass={styles.withButton}
      end={toggle}
      below={checks && <Checks checks={checks} password={props.value ?? ''} />}
    />
  );
}

function Checks({ checks, password }: { checks: readonly PasswordCheck[]; password: string }) {
  return (
    <ul className={styles.checks} aria-label={t('ui.passwordRules')}>
      {checks.map((check) => {
        const passed = check.passes(password);
        return (
          <li key={check.id} className={classes(styles.check, passed && styles.passed)}>
            {passed ? <Check size={14} aria-hidden /> : <Circle size={14} aria-hidden />}
            {said(check.label)}
            <span className="visually-hidden">{passed ? t('ui.met') : t('ui.notMetYet')}</span>
          </li>
        );
      })}
    </ul>
  );
}
