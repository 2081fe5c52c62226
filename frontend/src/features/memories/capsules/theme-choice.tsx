import type { CapsuleTheme } from '@duet/contracts';
import { CAPSULE_THEMES } from '@duet/contracts/plain';
import { type PlainTextKey, t } from '../../../texts/index.js';
import { classes } from '../../../ui/classes.js';
import { Choice } from '../../../ui/toggle.js';
import styles from './capsule-theme.module.css';

const NAMES: Record<CapsuleTheme, PlainTextKey> = {
  paper: 'capsules.paper',
  night: 'capsules.night',
  sea: 'capsules.sea',
  forest: 'capsules.forest',
  rose: 'capsules.rose',
  sun: 'capsules.sun',
};

const USUAL = 'usual';

interface ThemeChoiceProps {
  /** Null for the colours of the capsule's state. */
  theme: CapsuleTheme | null;
  onChange: (theme: CapsuleTheme | null) => void;
}

/** Chooses the colours of a capsule's outside. */
export const ThemeChoice = ({ theme, onChange }: ThemeChoiceProps) => (
  <Choice
    label={t('capsules.colours')}
    value={theme ?? USUAL}
    options={[
      { value: USUAL, label: t('capsules.usualColours') },
      ...CAPSULE_THEMES.map((value) => ({
        value,
        label: t(NAMES[value]),
        sign: <span className={classes(styles.swatch, styles.themed)} data-look={value} aria-hidden />,
      })),
    ]}
    onChange={(chosen) => onChange(chosen === USUAL ? null : chosen)}
  />
);
