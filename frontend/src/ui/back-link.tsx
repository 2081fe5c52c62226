import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from './link.js';
import styles from './shelf.module.css';

/** The way from a thing back to the others of its kind. */
export const BackLink = ({ to, children }: { to: string; children: ReactNode }) => (
  <Link to={to} className={styles.back}>
    <ArrowLeft size={18} aria-hidden />
    {children}
  </Link>
);
