import { type ReactNode, useState } from 'react';
import { Button } from '../../ui/button.js';
import { Card } from '../../ui/card.js';
import { Dialog } from '../../ui/dialog.js';
import styles from './settings.module.css';

interface SettingsSectionProps {
  icon: ReactNode;
  title: string;
  summary: string;
  /** What Configure opens. */
  children: ReactNode;
}

export function SettingsSection({ icon, title, summary, children }: SettingsSectionProps) {
  const [open, setOpen] = useState(false);
  return (
    <Card>
      <div className={styles.section}>
        <span className={styles.icon}>{icon}</span>
        <div className={styles.words}>
          <h2>{title}</h2>
          <p>{summary}</p>
        </div>
        <Button aria-label={`Configure ${title}`} onPress={() => setOpen(true)}>
          Configure
        </Button>
      </div>
      <Dialog title={title} isOpen={open} onClose={() => setOpen(false)}>
        <div className={styles.panel}>{children}</div>
      </Dialog>
    </Card>
  );
}

/** Its acts ask before they happen. */
export function DangerZone({ children }: { children: ReactNode }) {
  return (
    <Card title="Danger Zone" className={styles.danger}>
      <p className={styles.soft}>These take effect at once. Each one asks before it does anything.</p>
      <div className={styles.buttons}>{children}</div>
    </Card>
  );
}
