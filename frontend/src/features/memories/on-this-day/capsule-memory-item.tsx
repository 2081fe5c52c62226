import type { OnThisDayMemory } from '@duet/contracts';
import { MapPin, PackageOpen } from 'lucide-react';
import { useNames } from '../../../platform/account/names.js';
import { t } from '../../../texts/index.js';
import { Link } from '../../../ui/link.js';
import { EntryMenu } from './entry-menu.js';
import { MemoryParts } from './memory-parts.js';
import styles from './on-this-day.module.css';
import type { OnThisDayActs } from './use-on-this-day.js';

export interface CapsuleMemoryItemProps {
  memory: OnThisDayMemory;
  acts: OnThisDayActs;
  onHidePeriod: (date: string) => void;
}

/** A contribution of an earlier year, or the day on which a capsule was finished, linked to the capsule. */
export function CapsuleMemoryItem({ memory, acts, onHidePeriod }: CapsuleMemoryItemProps) {
  const { capsule, contribution, yearsAgo, date } = memory;
  const path = `/memories/${capsule._id}`;
  const title = [capsule.emoji, capsule.title].filter(Boolean).join(' ');
  return (
    <li className={styles.item}>
      {contribution === null && (
        <Link to={path} className={styles.text}>
          {t('memories.finishedThatDay')}
        </Link>
      )}
      {contribution && <MemoryParts contribution={contribution} />}
      {contribution !== null && contribution.text !== '' && (
        <Link to={path} className={styles.text} dir="auto">
          {contribution.text}
        </Link>
      )}
      {contribution?.place && (
        <p className={styles.place} dir="auto">
          <MapPin size={14} aria-hidden /> {contribution.place.label}
        </p>
      )}
      <div className={styles.foot}>
        <PackageOpen size={14} aria-hidden />
        <Link to={path} className={styles.about}>
          {contribution && (
            <>
              <AuthorName id={contribution.author} /> ·{' '}
            </>
          )}
          <bdi>{title}</bdi>
        </Link>
        <EntryMenu
          subject={{ by: 'other', name: capsule.title }}
          yearsAgo={yearsAgo}
          what={{ capsuleId: capsule._id }}
          acts={acts}
          onHidePeriod={() => onHidePeriod(date)}
        />
      </div>
    </li>
  );
}

function AuthorName({ id }: { id: string }) {
  const { nameOf } = useNames();
  return <bdi>{nameOf(id)}</bdi>;
}
