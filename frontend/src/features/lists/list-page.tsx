import type { ListSummary } from '@duet/contracts';
import { ListChecks } from 'lucide-react';
import { useEffect } from 'react';
import { isMissing } from '../../api/errors.js';
import { useNames } from '../../platform/account/names.js';
import { putInView } from '../../platform/device/in-view.js';
import { type ShownList, useList } from '../../sync/lists/index.js';
import { t } from '../../texts/index.js';
import { BackLink } from '../../ui/back-link.js';
import { Banner } from '../../ui/banner.js';
import { LoadedThing } from '../../ui/loaded-thing.js';
import { ThingHead } from '../../ui/shelf.js';
import { AddItem } from './add-item.js';
import { ItemList } from './item-list.js';
import { KindSign, listKindOf } from './list-kinds.js';
import { ListMenu } from './list-menu.js';
import { Pick } from './pick.js';
import styles from './lists.module.css';

/** One list. Its items change at once, with or without a connection. */
export function ListPage({ listId }: { listId: string }) {
  const { shown, error, retry } = useList(listId);
  useEffect(() => putInView(listId), [listId]);
  return (
    <div className={styles.page}>
      <BackLink to="/challenges?tab=lists">{t('lists.back')}</BackLink>
      <LoadedThing
        icon={ListChecks}
        isMissing={isMissing(error)}
        missing={[t('lists.gone'), t('lists.goneWords')]}
        isError={error !== undefined}
        onRetry={retry}
        failure={t('lists.couldNotBeLoaded')}
      >
        {shown && <Body {...shown} />}
      </LoadedThing>
    </div>
  );
}

function Body({ list, items }: ShownList) {
  const waiting = items.filter(({ isWaiting, failure }) => isWaiting && failure === null).length;
  return (
    <>
      <Head list={list} />
      <State list={list} />
      {listKindOf(list.kind).canPick && <Pick list={list} items={items} />}
      <AddItem listId={list._id} items={items} />
      <ItemList listId={list._id} items={items} />
      {waiting > 0 && (
        <p className={styles.soft} role="status">
          {t('lists.waitingWords', { count: waiting })}
        </p>
      )}
    </>
  );
}

function Head({ list }: { list: ListSummary }) {
  const { label, tint } = listKindOf(list.kind);
  return (
    <ThingHead
      tint={tint}
      sign={<KindSign kind={list.kind} isLarge />}
      kicker={t(label)}
      menu={<ListMenu list={list} />}
      title={list.title}
    />
  );
}

function State({ list: { archivedAt, deleteAskedBy } }: { list: ListSummary }) {
  const { self, partner } = useNames();
  return (
    <>
      {deleteAskedBy !== null && (
        <Banner tone="info">
          {t(deleteAskedBy === self ? 'lists.deleteWaits' : 'lists.deleteAsked', { partner })}
        </Banner>
      )}
      {archivedAt !== null && <Banner tone="info">{t('lists.archivedWords')}</Banner>}
    </>
  );
}
