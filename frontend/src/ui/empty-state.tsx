import type { ReactNode } from 'react';
import styles from './pieces.module.css';

interface EmptyStateProps {
  icon: ReactNode;
  title: string;
  level?: 2 | 3;
  children?: ReactNode;
}

export function EmptyState({ icon, title, level = 3, children }: EmptyStateProps) {
  const Title = level === 2 ? 'h2' : 'h3';
  return (
    <div className={styles.empty}>
      <span className={styles.emptyIcon}>{icon}</span>
      <Title>{title}</Title>
      {children}
    </div>
  );
}
