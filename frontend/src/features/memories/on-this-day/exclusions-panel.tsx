import type { OnThisDayExclusion } from '@duet/contracts';
import { Eye } from 'lucide-react';
import { useState } from 'react';
import { failureOf } from '../../../api/errors.js';
import { useSession } from '../../../api/session.js';
import { showFailure } from '../../../api/show-failure.js';
import { Banner } from '../../../ui/banner.js';
import { Button } from '../../../ui/button.js';
import { useFormats } from '../../../ui/formats.js';
import { IconButton } from '../../../ui/icon-button.js';
import { Switch } from '../../../ui/toggle.js';
import { HidePeriod } from './hide-period.js';
import { useGetExclusionsQuery, useShowAgainMutation } from './on-this-day-api.js';
import styles from './on-this-day.module.css';
import { useOnThisDayActs } from './use-on-this-day.js';

const KINDS = { text: 'Message', image: 'Photo', video: 'Video', voice: 'Voice note', file: 'File', notice: 'Notice' } as const;

const today = (): string => new Date().toLocaleDateString('sv-SE');

/** Whether one is shown earlier years at all, and what of them not. */
export function OnThisDayExclusions({ chatId }: { chatId: string }) {
  const { currentData, isError, refetch } = useGetExclusionsQuery(chatId);
  const { hide, turn } = useOnThisDayActs(chatId);
  const [asked, setAsked] = useState<string | null>(null);
  const exclusions = currentData?.exclusions ?? [];
  return (
    <div className={styles.panel} role="group" aria-label="On this day">
      <Switch
        label="On this day"
        description="What you two shared on this day in earlier years. Only for you: your partner decides for themselves."
        isSelected={currentData?.enabled ?? true}
        isDisabled={!currentData}
        onChange={(enabled) => void turn(enabled)}
      />
      {isError && !currentData && (
        <Banner tone="error" action={<Button look="ghost" size="small" onPress={() => void refetch()}>Retry</Button>}>
          This could not be loaded.
        </Banner>
      )}
      {currentData && (
        <>
          <h3 className={styles.when}>Not shown again</h3>
          {exclusions.length === 0 && <p className={styles.soft}>Nothing is hidden.</p>}
          {exclusions.length > 0 && (
            <ul className={styles.hidden}>
              {exclusions.map((one) => (
                <Hidden key={one._id} chatId={chatId} exclusion={one} />
              ))}
            </ul>
          )}
          <div>
            <Button size="small" onPress={() => setAsked(today())}>
              Hide a period
            </Button>
          </div>
        </>
      )}
      <HidePeriod day={asked} onClose={() => setAsked(null)} onHide={hide} />
    </div>
  );
}

function Hidden({ chatId, exclusion }: { chatId: string; exclusion: OnThisDayExclusion }) {
  const { date } = useFormats();
  const self = useSession().user?._id;
  const [showAgain, { isLoading }] = useShowAgainMutation();
  const remove = async (): Promise<void> => {
    const { error } = await showAgain({ chatId, id: exclusion._id });
    // Not hidden any more is what was wanted.
    if (error && failureOf(error).status !== 404) showFailure(error);
  };
  const day = (text: string): string => date(`${text}T12:00:00`);
  const [title, about] =
    exclusion.kind === 'period'
      ? [exclusion.from === exclusion.to ? day(exclusion.from) : `${day(exclusion.from)} – ${day(exclusion.to)}`, exclusion.from === exclusion.to ? 'Day' : 'Period']
      : [
          exclusion.message.content || KINDS[exclusion.message.messageType],
          `${exclusion.message.sender._id === self ? 'You' : exclusion.message.sender.firstName}, ${date(exclusion.sentAt)}`,
        ];
  return (
    <li className={styles.one}>
      <div className={styles.words}>
        <p dir="auto">{title}</p>
        <p className={styles.soft}>{about}</p>
      </div>
      <IconButton label={`Show again: ${title}`} isDisabled={isLoading} onPress={() => void remove()}>
        <Eye size={18} aria-hidden />
      </IconButton>
    </li>
  );
}
