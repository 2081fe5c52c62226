import { useState } from 'react';
import { classes } from './classes.js';
import styles from './pieces.module.css';

interface AvatarProps {
  firstName: string;
  lastName: string;
  src?: string | null;
  size?: 'small' | 'medium' | 'large' | 'huge';
  /** Mulberry for the user, honey for everybody else. */
  tone?: 'mulberry' | 'honey';
}

const initial = (name: string): string => [...name.trim()][0]?.toLocaleUpperCase() ?? '';

/** The picture, or initials if there is none or it fails to load. Decorative: the name stands beside it. */
export function Avatar({ firstName, lastName, src = null, size = 'medium', tone = 'honey' }: AvatarProps) {
  const [broken, setBroken] = useState<string | null>(null);
  const showPicture = src !== null && src !== '' && src !== broken;
  return (
    <span aria-hidden="true" className={classes(styles.avatar, styles[size], styles[tone])}>
      {showPicture ? (
        <img src={src} alt="" onError={() => setBroken(src)} />
      ) : (
        `${initial(firstName)}${initial(lastName)}`
      )}
    </span>
  );
}
