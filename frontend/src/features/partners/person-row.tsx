import type { PersonView } from '@duet/contracts';
import type { ReactNode } from 'react';
import { Avatar } from '../../ui/avatar.js';
import styles from './partners.module.css';

interface PersonRowProps {
  person: PersonView;
  note?: ReactNode;
  /** Below the names, over the whole width. */
  below?: ReactNode;
  children?: ReactNode;
}

export function PersonRow({ person, note, below, children }: PersonRowProps) {
  return (
    <li className={styles.row}>
      <Avatar firstName={person.firstName} lastName={person.lastName} src={person.avatar} />
      <div className={styles.who}>
        <p className={styles.name}>
          {person.firstName} {person.lastName}
        </p>
        <p className={styles.soft}>
          @{person.username}
          {note !== undefined && <> · {note}</>}
        </p>
      </div>
      {children !== undefined && <div className={styles.actions}>{children}</div>}
      {below}
    </li>
  );
}
