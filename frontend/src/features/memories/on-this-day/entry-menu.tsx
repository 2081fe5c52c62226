import { CalendarX, EyeOff, MoreHorizontal, Power } from 'lucide-react';
import type { NamedPerson } from '../../../platform/account/names.js';
import { t } from '../../../texts/index.js';
import { IconButton } from '../../../ui/icon-button.js';
import { Menu } from '../../../ui/menu.js';
import type { HiddenPart } from './on-this-day-api.js';
import styles from './on-this-day.module.css';
import type { OnThisDayActs } from './use-on-this-day.js';

export const yearsAgoWords = (years: number): string => t('memories.yearsAgo', { years });

interface EntryMenuProps {
  /** The subject of the button's name: the author of a message, or the title of a capsule. */
  subject: NamedPerson;
  yearsAgo: number;
  /** The entity that _not this one_ hides. */
  what: HiddenPart;
  acts: OnThisDayActs;
  onHidePeriod: () => void;
}

/** Hides an entry of an earlier year, its period, or everything. */
export function EntryMenu({ subject, yearsAgo, what, acts, onHidePeriod }: EntryMenuProps) {
  return (
    <Menu
      label={t('memories.thisMemory')}
      trigger={
        <IconButton
          label={t('memories.moreAboutWhoYearsAgo', { ...subject, yearsAgo: yearsAgoWords(yearsAgo) })}
          className={styles.more ?? ''}
        >
          <MoreHorizontal size={18} aria-hidden />
        </IconButton>
      }
      entries={[
        {
          id: 'one',
          label: t('capsuleId' in what ? 'memories.notThisCapsule' : 'memories.notThisOne'),
          icon: <EyeOff size={18} aria-hidden />,
          onAction: () => void acts.hide(what),
        },
        {
          id: 'period',
          label: t('memories.notThisPeriod'),
          icon: <CalendarX size={18} aria-hidden />,
          onAction: onHidePeriod,
        },
        {
          id: 'off',
          label: t('memories.switchOff'),
          icon: <Power size={18} aria-hidden />,
          onAction: () => void acts.turn(false),
        },
      ]}
    />
  );
}
