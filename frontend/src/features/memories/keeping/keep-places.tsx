import type { Kept } from '@duet/contracts';
import { LIMITS } from '@duet/contracts/plain';
import { Bookmark, Images, Lock } from 'lucide-react';
import { useClientIds } from '../../../platform/app-lock/use-client-ids.js';
import { useSession } from '../../../platform/session/session.js';
import { t } from '../../../texts/index.js';
import { toast } from '../../../ui/toast-queue.js';
import { attempt } from '../../../api/attempt.js';
import {
  type KeepRequest,
  useDeleteContributionMutation,
  useGetCapsulesInfiniteQuery,
  useKeepMutation,
} from '../capsules/capsules-api.js';
import { closeKeeping } from './keep-requests.js';
import styles from './keeping.module.css';

/** The latest capsules that are offered besides the album of kept things. */
const OFFERED = 5;

/** Lives only while the sheet is open. */
export function KeepPlaces({ request }: { request: KeepRequest }) {
  const self = useSession().user?._id;
  const { currentData } = useGetCapsulesInfiniteQuery({ status: 'collecting' });
  const [keep, { isLoading }] = useKeepMutation();
  const [remove] = useDeleteContributionMutation();
  const { idOf } = useClientIds('keep');
  const collecting = currentData?.pages.flatMap(({ items }) => items) ?? [];
  const album = collecting.find(({ source }) => source === 'chat');
  const others = collecting.filter(({ source }) => source !== 'chat').slice(0, OFFERED);

  const undo = ({ contribution: { _id, capsuleId } }: Kept): void =>
    void attempt(remove({ id: capsuleId, contributionId: _id }));
  const choose = async (title: string, capsuleId?: string): Promise<void> => {
    let kept: Kept | undefined;
    const content = { request, ...(capsuleId !== undefined && { capsuleId }) };
    const call = keep({ ...content, clientId: idOf(content) });
    const isDone = await attempt(call.then((answer) => ((kept = answer.data), answer)));
    if (!isDone || !kept) return;
    closeKeeping();
    const { repeated, contribution } = kept;
    // An earlier press, perhaps the partner's, has kept it already.
    if (repeated || contribution.author !== self) return void toast.success(t('capsules.keptAlready', { title }));
    const made = kept;
    toast.undoable(t('capsules.keptIn', { title }), LIMITS.deleteUndo, {
      label: t('common.undo'),
      onAction: () => undo(made),
    });
  };
  return (
    <ul className={styles.places}>
      <li>
        <button
          type="button"
          className={styles.place}
          disabled={isLoading}
          onClick={() => void choose(album?.title ?? t('capsules.keptMoments'))}
        >
          <Bookmark size={20} aria-hidden />
          <span dir="auto">{album?.title ?? t('capsules.keptMoments')}</span>
        </button>
      </li>
      {others.map(({ _id, title, emoji, kind }) => (
        <li key={_id}>
          <button type="button" className={styles.place} disabled={isLoading} onClick={() => void choose(title, _id)}>
            {emoji !== null ? <span aria-hidden>{emoji}</span> : <KindIcon kind={kind} />}
            <span dir="auto">{title}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

const KindIcon = ({ kind }: { kind: 'timed' | 'keepsake' }) =>
  kind === 'timed' ? <Lock size={20} aria-hidden /> : <Images size={20} aria-hidden />;
