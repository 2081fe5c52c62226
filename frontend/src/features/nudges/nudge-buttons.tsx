import { NUDGE_KINDS, type NudgeKind } from '@duet/contracts/plain';
import { Heart, HeartHandshake, type LucideIcon, MoonStar, Star } from 'lucide-react';
import { useRef } from 'react';
import { failureOf } from '../../api/errors.js';
import { serverNow } from '../../api/server-time.js';
import { showFailure } from '../../api/show-failure.js';
import { type PlainTextKey, t } from '../../texts/index.js';
import { Button } from '../../ui/button.js';
import { useFormats } from '../../ui/formats.js';
import { useIsFuture } from '../../ui/use-expiring.js';
import { useGetNudgeStateQuery, useSendNudgeMutation } from './nudges-api.js';
import styles from './nudges.module.css';

const SIGNS: Record<NudgeKind, { label: PlainTextKey; icon: LucideIcon }> = {
  thinking: { label: 'nudges.thinking', icon: Heart },
  miss: { label: 'nudges.miss', icon: HeartHandshake },
  proud: { label: 'nudges.proud', icon: Star },
  goodnight: { label: 'nudges.goodnight', icon: MoonStar },
};

/** The four nudges, and from when the next one is possible. `firstName` is the partner's. */
export function NudgeButtons({ firstName }: { firstName: string }) {
  const { currentData } = useGetNudgeStateQuery();
  const [send, { isLoading, originalArgs }] = useSendNudgeMutation();
  const { time } = useFormats();
  const line = useRef<HTMLParagraphElement>(null);
  const nextAt = currentData?.nextAt ?? null;
  // The server's clock decides, as it does about the call.
  const waits = useIsFuture(nextAt, serverNow);
  const press = async (kind: NudgeKind): Promise<void> => {
    const { error } = await send(kind);
    // The line says from when the next one is possible.
    if (error && failureOf(error).code !== 'RATE_LIMITED') return showFailure(error, t('nudges.failedToSend'));
    // The pressed button is disabled now and would lose the focus to the page.
    line.current?.focus();
  };
  return (
    <div className={styles.nudges} role="group" aria-label={t('nudges.nudges')}>
      <div className={styles.signs}>
        {NUDGE_KINDS.map((kind) => {
          const { label, icon: Icon } = SIGNS[kind];
          return (
            <Button
              key={kind}
              size="small"
              look="soft"
              isDisabled={waits || (isLoading && originalArgs !== kind)}
              isPending={isLoading && originalArgs === kind}
              onPress={() => void press(kind)}
            >
              <Icon size={16} aria-hidden /> {t(label)}
            </Button>
          );
        })}
      </div>
      <p ref={line} role="status" tabIndex={-1} className={styles.line}>
        {waits && nextAt !== null
          ? t('nudges.sentNextFrom', { at: time(nextAt) })
          : t('nudges.letsThemKnow', { firstName })}
      </p>
    </div>
  );
}
