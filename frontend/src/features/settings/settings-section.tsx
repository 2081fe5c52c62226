import { type ReactNode, useState } from 'react';
import { t } from '../../texts/index.js';
import { Button } from '../../ui/button.js';
import { Card } from '../../ui/card.js';
import { Dialog } from '../../ui/dialog.js';
import styles from './settings.module.css';

interface SettingsSectionProps {
  icon: ReactNode;
  title: string;
  /** Null while it is not known. */
  summary: string | null;
  /** The content that Configure opens. */
  children: ReactNode;
  /** Open from the start: a link leads to something in it. */
  startsOpen?: boolean;
}

export function SettingsSection({ icon, title, summary, children, startsOpen = false }: SettingsSectionProps) {
  const [open, setOpen] = useState(startsOpen);
  return (
    <Card>
      <div className={styles.section}>
        <span className={styles.icon}>{icon}</span>
        <div className={styles.words}>
          <h2>{title}</h2>
          <p>{summary}</p>
        </div>
        <Button aria-label={t('settings.configureTitle', { title })} onPress={() => setOpen(true)}>
          {t('settings.configure')}
        </Button>
      </div>
      <Dialog title={title} isOpen={open} onClose={() => setOpen(false)}>
        <div className={styles.panel}>{children}</div>
      </Dialog>
    </Card>
  );
}

/** Groups the actions that ask for confirmation. */
export function DangerZone({ children }: { children: ReactNode }) {
  return (
    <Card title={t('settings.dangerZone')} className={styles.danger}>
      <p className={styles.soft}>{t('settings.theseTakeEffectAtOnceEach')}</p>
      <div className={styles.buttons}>{children}</div>
    </Card>
  );
}
