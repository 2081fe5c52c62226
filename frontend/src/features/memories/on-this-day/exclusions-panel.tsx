import type { HiddenMemory as Hidden } from '@duet/contracts';
import { Eye } from 'lucide-react';
import { useState } from 'react';
import { failureOf } from '../../../api/errors.js';
import { showFailure } from '../../../api/show-failure.js';
import { messageWords } from '../../../marks/message-words.js';
import { type CoupleNames, useNames } from '../../../platform/account/names.js';
import { t } from '../../../texts/index.js';
import { Button } from '../../../ui/button.js';
import { useFormats } from '../../../ui/formats.js';
import { IconButton } from '../../../ui/icon-button.js';
import { LoadState } from '../../../ui/load-state.js';
import { Switch } from '../../../ui/toggle.js';
import { HidePeriod } from './hide-period.js';
import { useGetExclusionsQuery, useShowAgainMutation } from './on-this-day-api.js';
import styles from './on-this-day.module.css';
import { useOnThisDayActs } from './use-on-this-day.js';

const MESSAGE_TYPE_LABELS = {
  text: 'common.message',
  image: 'common.photo',
  video: 'common.video',
  voice: 'common.voiceNote',
  file: 'memories.file',
  notice: 'memories.notice',
} as const;

const today = (): string => new Date().toLocaleDateString('sv-SE');

/** Turns memories on and off, and lists what is hidden from them. */
export function OnThisDayExclusions({ chatId }: { chatId: string }) {
  const { currentData, isError, refetch } = useGetExclusionsQuery(chatId);
  const { hide, turn } = useOnThisDayActs(chatId);
  const [asked, setAsked] = useState<string | null>(null);
  const exclusions = currentData?.exclusions ?? [];
  return (
    <div className={styles.panel} role="group" aria-label={t('memories.onThisDay')}>
      <Switch
        label={t('memories.onThisDay')}
        description={t('memories.whatYouTwoSharedOnThis')}
        isSelected={currentData?.enabled ?? true}
        isDisabled={!currentData}
        onChange={(enabled) => void turn(enabled)}
      />
      {isError && !currentData && (
        <LoadState isError onRetry={() => void refetch()} failure={t('common.thisCouldNotBeLoaded')} />
      )}
      {currentData && (
        <>
          <h3 className={styles.when}>{t('memories.notShownAgain')}</h3>
          {exclusions.length === 0 && <p className={styles.soft}>{t('memories.nothingIsHidden')}</p>}
          {exclusions.length > 0 && (
            <ul className={styles.hidden}>
              {exclusions.map((one) => (
                <HiddenMemory key={one._id} chatId={chatId} exclusion={one} />
              ))}
            </ul>
          )}
          <div>
            <Button size="small" onPress={() => setAsked(today())}>
              {t('memories.hideAPeriod')}
            </Button>
          </div>
        </>
      )}
      <HidePeriod day={asked} isOpen={asked !== null} onClose={() => setAsked(null)} onHide={hide} />
    </div>
  );
}

/** A hidden entity with its description. */
function wordsOf(
  exclusion: Hidden,
  date: (at: string) => string,
  nameOf: CoupleNames['nameOf'],
): [title: string, about: string] {
  if (exclusion.kind === 'capsule') return [exclusion.capsule.title, t('memories.capsule')];
  if (exclusion.kind === 'period') {
    const [first, last] = [exclusion.from, exclusion.to].map((day) => date(`${day}T12:00:00`));
    return first === last ? [first ?? '', t('memories.day')] : [`${first} – ${last}`, t('memories.period')];
  }
  const { messageType, sender } = exclusion.message;
  return [
    messageWords(exclusion.message) || t(MESSAGE_TYPE_LABELS[messageType]),
    `${nameOf(sender._id)}, ${date(exclusion.sentAt)}`,
  ];
}

function HiddenMemory({ chatId, exclusion }: { chatId: string; exclusion: Hidden }) {
  const { date } = useFormats();
  const { nameOf } = useNames();
  const [showAgain, { isLoading }] = useShowAgainMutation();
  const remove = async (): Promise<void> => {
    const { error } = await showAgain({ chatId, id: exclusion._id });
    // 404: it is shown again already.
    if (error && failureOf(error).status !== 404) showFailure(error);
  };
  const [title, about] = wordsOf(exclusion, date, nameOf);
  return (
    <li className={styles.one}>
      <div className={styles.words}>
        <p dir="auto">{title}</p>
        <p className={styles.soft}>{about}</p>
      </div>
      <IconButton label={t('memories.showAgainTitle', { title })} isDisabled={isLoading} onPress={() => void remove()}>
        <Eye size={18} aria-hidden />
      </IconButton>
    </li>
  );
}
