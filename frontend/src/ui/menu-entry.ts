import type { ReactNode } from 'react';

export interface MenuEntry {
  id: string;
  label: string;
  icon?: ReactNode;
  href?: string;
  danger?: boolean;
  onAction?: () => void;
}
