import type { ListSummary } from '@duet/contracts';
import { Dices } from 'lucide-react';
import { attempt } from '../../api/attempt.js';
import { useNames } from '../../platform/account/names.js';
import type { ShownItem } from '../../sync/lists/index.js';
import { t } from '../../texts/index.js';
import { Button } from '../../ui/button.js';
import { usePickItemMutation } from './lists-api.js';
import styles from './lists.module.css';

interface PickProps {
  list: ListSummary;
  items: readonly ShownItem[];
}

/** Lets Duet choose an open item. Both see the same one until it is done. */
export function Pick({ list: { _id: id, pick }, items }: PickProps) {
  const { self, nameOf } = useNames();
  const [choose, { isLoading }] = usePickItemMutation();
  const open = items.filter(({ doneAt, isWaiting }) => doneAt === null && !isWaiting);
  const picked = open.find(({ _id }) => _id === pick?.itemId);
  if (open.length < 2 && !picked) return null;
  return (
    <section className={styles.pick} aria-label={t('lists.picked')}>
      {pick && picked && (
        <div role="status">
          <p className={styles.pickTitle}>{t('lists.picked')}</p>
          <p className={styles.pickText} dir="auto">
            {picked.text}
          </p>
          <p>{pick.by === self ? t('lists.pickedByYou') : t('lists.pickedBy', { name: nameOf(pick.by) })}</p>
        </div>
      )}
      {open.length > 1 && (
        <Button isPending={isLoading} onPress={() => void attempt(choose(id))}>
          <Dices size={18} aria-hidden />
          {t(picked ? 'lists.pickAgain' : 'lists.pick')}
        </Button>
      )}
    </section>
  );
}
