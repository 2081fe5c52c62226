import styles from './day-field.module.css';
import { late, sayMissing } from './late.js';
import { Skeleton } from './spinner.js';

/** A field for a day. A calendar is much code, and pages show their first words without one. */
export const DayField = late(
  async () => (await import('./day-picker.js')).DayPicker,
  <Skeleton className={styles.coming} />,
  sayMissing,
);
