import { type CalendarDateTime, getLocalTimeZone, now } from '@internationalized/date';
import { CalendarClock, Clock } from 'lucide-react';
import { useState } from 'react';
import { failureOf } from '../../../api/errors.js';
import { t } from '../../../texts/index.js';
import { Banner } from '../../../ui/banner.js';
import { Button } from '../../../ui/button.js';
import { Dialog, DialogActions } from '../../../ui/dialog.js';
import { useFormats } from '../../../ui/formats.js';
import { IconButton } from '../../../ui/icon-button.js';
import { Menu } from '../../../ui/menu.js';
import { toast } from '../../../ui/toast-queue.js';
import { type NewScheduled, useScheduleMutation } from '../messages-api.js';
import { ChooseTime, soon, useChosenTime } from './choose-time.js';
import { instantOf, minuteOf, presets } from './when.js';

interface SendLaterProps {
  text: string;
  replyTo: string | null;
  /** The server has stored the scheduled message. */
  onScheduled: () => void;
}

/** The button beside Send that schedules the text. */
export function SendLater({ text, replyTo, onScheduled }: SendLaterProps) {
  const [isChoosing, setChoosing] = useState(false);
  const { time, day } = useFormats();
  const [schedule, { isLoading, error }] = useScheduleMutation();
  const timezone = getLocalTimeZone();

  const save = async (at: CalendarDateTime): Promise<void> => {
    const body: NewScheduled = {
      content: text,
      at: minuteOf(at),
      timezone,
      clientMessageId: crypto.randomUUID(),
      ...(replyTo !== null && { replyTo }),
    };
    const { data } = await schedule(body);
    // A failure opens the dialog, which shows it, also after a choice from the menu.
    if (!data) return setChoosing(true);
    setChoosing(false);
    onScheduled();
    toast.success(t('scheduled.scheduledFor', { day: day(data.sendAt), time: time(data.sendAt) }));
  };

  const offered = presets(now(timezone)).map(({ id, label, at }) => ({
    id,
    label: `${label} · ${time(instantOf(at, timezone))}`,
    icon: <Clock size={18} aria-hidden />,
    onAction: () => void save(at),
  }));
  return (
    <>
      <Menu
        label={t('scheduled.sendLater')}
        trigger={
          <IconButton label={t('scheduled.sendLater')} isDisabled={isLoading}>
            <CalendarClock size={20} aria-hidden />
          </IconButton>
        }
        entries={[
          ...offered,
          {
            id: 'choose',
            label: t('scheduled.chooseATime'),
            icon: <CalendarClock size={18} aria-hidden />,
            onAction: () => setChoosing(true),
          },
        ]}
      />
      <Dialog title={t('scheduled.sendLater')} isOpen={isChoosing} onClose={() => setChoosing(false)}>
        <TimeForm
          isPending={isLoading}
          failure={error === undefined ? null : (failureOf(error).messages[0] ?? null)}
          onSave={(at) => void save(at)}
        />
      </Dialog>
    </>
  );
}

function TimeForm({
  isPending,
  failure,
  onSave,
}: {
  isPending: boolean;
  failure: string | null;
  onSave: (at: CalendarDateTime) => void;
}) {
  const chosen = useChosenTime(soon());
  const [isLate, setLate] = useState(false);
  const save = (): void => {
    setLate(chosen.isPast());
    if (!chosen.isPast()) onSave(chosen.at);
  };
  return (
    <>
      <ChooseTime chosen={chosen} />
      {isLate ? (
        <Banner tone="error">{t('scheduled.pleaseChooseATimeThatIs')}</Banner>
      ) : (
        failure !== null && <Banner tone="error">{failure}</Banner>
      )}
      <DialogActions>
        <Button look="primary" isPending={isPending} onPress={save}>
          {t('scheduled.schedule')}
        </Button>
      </DialogActions>
    </>
  );
}
