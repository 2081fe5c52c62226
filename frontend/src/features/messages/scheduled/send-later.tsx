import { type CalendarDateTime, getLocalTimeZone, now } from '@internationalized/date';
import { CalendarClock, Clock } from 'lucide-react';
import { useState } from 'react';
import { failureOf } from '../../../api/errors.js';
import { useClientIds } from '../../../platform/app-lock/use-client-ids.js';
import { type PlainTextKey, t } from '../../../texts/index.js';
import { Banner } from '../../../ui/banner.js';
import { Button } from '../../../ui/button.js';
import { Dialog, DialogActions } from '../../../ui/dialog.js';
import { useFormats } from '../../../ui/formats.js';
import { IconButton } from '../../../ui/icon-button.js';
import { Menu } from '../../../ui/menu.js';
import { toast } from '../../../ui/toast-queue.js';
import { useScheduleMutation } from '../messages-api.js';
import { ChooseTime, soon, useChosenTime } from './choose-time.js';
import { instantOf, minuteOf, presets } from './when.js';

/** Refusals whose general sentence names a thing that the author cannot see. */
const REFUSALS: Record<string, PlainTextKey> = {
  CONVERSATION_NOT_FOUND: 'scheduled.writtenForAnotherConversation',
  MESSAGE_NOT_FOUND: 'scheduled.answeredMessageIsGone',
};

/** Why a text was not scheduled; it stays in its field. */
function refusalOf(error: unknown): string | null {
  const { code, messages } = failureOf(error);
  const own = REFUSALS[code ?? ''];
  return own ? t(own) : (messages[0] ?? null);
}

interface SendLaterProps {
  chatId: string;
  text: string;
  replyTo: string | null;
  /** The server has stored the scheduled message. @param text its words, beside which more may have been typed meanwhile */
  onScheduled: (text: string) => void;
}

/** The button beside Send that schedules the text. */
export function SendLater({ chatId, text, replyTo, onScheduled }: SendLaterProps) {
  const [isChoosing, setChoosing] = useState(false);
  const { time, day } = useFormats();
  const [schedule, { isLoading, error }] = useScheduleMutation();
  const timezone = getLocalTimeZone();
  const { idOf, forgetIds } = useClientIds(`scheduled/${chatId}`);

  const save = async (at: CalendarDateTime): Promise<void> => {
    const wanted = { chatId, content: text, at: minuteOf(at), timezone, ...(replyTo !== null && { replyTo }) };
    const { data } = await schedule({ ...wanted, clientMessageId: idOf(wanted) });
    // A failure opens the dialog, which shows it, also after a choice from the menu.
    if (!data) return setChoosing(true);
    forgetIds();
    setChoosing(false);
    onScheduled(text);
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
          chatId={chatId}
          isPending={isLoading}
          failure={error === undefined ? null : refusalOf(error)}
          onSave={(at) => void save(at)}
        />
      </Dialog>
    </>
  );
}

function TimeForm({
  chatId,
  isPending,
  failure,
  onSave,
}: {
  chatId: string;
  isPending: boolean;
  failure: string | null;
  onSave: (at: CalendarDateTime) => void;
}) {
  const chosen = useChosenTime(chatId, soon());
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
