import { ChevronDown, Heart, X } from 'lucide-react';
import { LIMITS } from '@duet/contracts/plain';
import { ToggleButton } from 'react-aria-components/ToggleButton';
import { asCalled, usePartner } from '../../../platform/account/partner-status.js';
import { useSession } from '../../../platform/session/session.js';
import { t } from '../../../texts/index.js';
import { Button } from '../../../ui/button.js';
import { Menu } from '../../../ui/menu.js';
import { useGetMemoryChoicesQuery } from './filter-api.js';
import styles from './filter.module.css';
import { useAddress, useMemoryFilter } from './use-memory-filter.js';

interface Option {
  value: string;
  label: string;
}

/** Narrows memories by year, author, tag, kind and favourites. The address holds the choice. */
export function FilterBar() {
  const { change } = useAddress();
  const { year, author, tag, kind, shelf } = useMemoryFilter();
  const { currentData: choices } = useGetMemoryChoicesQuery();
  const { user } = useSession();
  const { partner, nickname } = usePartner();
  const years = (choices?.years ?? []).map((one) => ({ value: String(one), label: String(one) }));
  const tags = (choices?.tags ?? []).map((one) => ({ value: one, label: `#${one}` }));
  const people = [
    ...(user ? [{ value: user._id, label: t('common.you') }] : []),
    ...(partner ? [{ value: partner._id, label: asCalled(partner, nickname).firstName }] : []),
  ];
  const kinds = [
    { value: 'timed', label: t('filter.timed') },
    { value: 'keepsake', label: t('filter.keepsake') },
  ];
  const choose = (name: string) => (value: string | null) => change({ [name]: value });
  const isEmpty = [year, author, tag, kind, shelf].every((one) => one === undefined);
  return (
    <div role="group" aria-label={t('filter.filter')} className={styles.bar}>
      <Chip
        name={t('filter.year')}
        value={year === undefined ? undefined : String(year)}
        options={years}
        onChoose={choose('year')}
      />
      <Chip name={t('filter.author')} value={author} options={people} onChoose={choose('author')} />
      <Chip
        name={t('filter.tag')}
        value={tag}
        options={tags.slice(0, LIMITS.memoryTagChoices)}
        onChoose={choose('tag')}
      />
      <Chip name={t('filter.kind')} value={kind} options={kinds} onChoose={choose('kind')} />
      <ToggleButton
        className={styles.toggle ?? ''}
        isSelected={shelf === 'favourites'}
        onChange={(isOn) => change({ favourites: isOn ? '1' : null })}
      >
        <Heart size={16} fill={shelf === 'favourites' ? 'currentcolor' : 'none'} aria-hidden />
        {t('filter.favourites')}
      </ToggleButton>
      {!isEmpty && (
        <Button
          look="ghost"
          size="small"
          onPress={() => change({ year: null, author: null, tag: null, kind: null, favourites: null })}
        >
          {t('filter.clear')}
        </Button>
      )}
    </div>
  );
}

interface ChipProps {
  name: string;
  value: string | undefined;
  options: readonly Option[];
  onChoose: (value: string | null) => void;
}

/** A button that opens the choices; once one is chosen, a chip that takes it away. */
function Chip({ name, value, options, onChoose }: ChipProps) {
  if (value !== undefined) {
    const label = options.find((one) => one.value === value)?.label ?? value;
    return (
      <Button
        size="small"
        className={styles.chosen ?? ''}
        aria-label={t('filter.remove', { name, value: label })}
        onPress={() => onChoose(null)}
      >
        <bdi>{label}</bdi>
        <X size={14} aria-hidden />
      </Button>
    );
  }
  if (options.length === 0) return null;
  return (
    <Menu
      label={name}
      trigger={
        <Button size="small" className={styles.chip ?? ''}>
          {name}
          <ChevronDown size={14} aria-hidden />
        </Button>
      }
      entries={options.map((one) => ({ id: one.value, label: one.label, onAction: () => onChoose(one.value) }))}
    />
  );
}
