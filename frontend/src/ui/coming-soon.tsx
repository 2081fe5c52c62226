import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './coming-soon.module.css';

export interface PlannedFeature {
  icon: LucideIcon;
  title: string;
  text: string;
}

interface ComingSoonProps {
  title: string;
  intro: string;
  features: readonly PlannedFeature[];
  /** What is there already. */
  children?: ReactNode;
}

export function ComingSoon({ title, intro, features, children }: ComingSoonProps) {
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <span className={styles.soon}>Coming soon</span>
        <h1>{title}</h1>
        <p>{intro}</p>
      </header>
      {children}
      <h2>What is planned</h2>
      <ul className={styles.list}>
        {features.map(({ icon: Icon, title: name, text }) => (
          <li key={name} className={styles.item}>
            <Icon size={20} aria-hidden />
            <div>
              <h3>{name}</h3>
              <p>{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </div>
  );
}
