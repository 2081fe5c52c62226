import type { ScheduledMessageView } from '@duet/contracts';
import { LIMITS, rules } from '@duet/contracts/plain';
import { CalendarClock, Pencil, SendHorizontal, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { failureOf } from '../../../api/errors.js';
import { useTypedText } from '../../../platform/app-lock/use-typed-text.js';
import { useLive } from '../../../sync/index.js';
import { showFailure } from '../../../api/show-failure.js';
import { t } from '../../../texts/index.js';
import { Banner } from '../../../ui/banner.js';
import { Button } from '../../../ui/button.js';
import { Dialog, DialogActions } from '../../../ui/dialog.js';
import { EmptyState } from '../../../ui/empty-state.js';
import { useFormats } from '../../../ui/formats.js';
import { IconButton } from '../../../ui/icon-button.js';
import { TextArea } from '../../../ui/text-area.js';
import { useCancelScheduledMutation, useRescheduleMutation } from '../messages-api.js';
import { ChooseTime, useChosenTime } from './choose-time.js';
import styles from './scheduled.module.css';
import { minuteOf, readMinute } from './when.js';

interface PanelProps {
  chatId: string;
  scheduled: readonly ScheduledMessageView[];
  isOpen: boolean;
  onClose: () => void;
}

/** The scheduled messages, the next one first. */
export function ScheduledPanel({ chatId, scheduled, isOpen, onClose }: PanelProps) {
  const [changed, setChanged] = useState<string | null>(null);
  const message = scheduled.find(({ _id }) => _id === changed);
  const close = (): void => {
    setChanged(null);
    onClose();
  };
  return (
    <Dialog
      title={message ? t('scheduled.changeScheduledMessage') : t('scheduled.scheduledMessages')}
      isOpen={isOpen}
      onClose={close}
    >
      {message && <RescheduleForm message={message} onDone={() => setChanged(null)} />}
      {!message && scheduled.length === 0 && (
        <EmptyState icon={<CalendarClock size={26} aria-hidden />} title={t('scheduled.nothingIsScheduled')} level={3}>
          <p>{t('scheduled.chooseSendLaterBesideAText')}</p>
        </EmptyState>
      )}
      {!message && scheduled.length > 0 && (
        <ul className={styles.list}>
          {scheduled.map((one) => (
            <ScheduledRow key={one._id} chatId={chatId} message={one} onChange={() => setChanged(one._id)} />
          ))}
        </ul>
      )}
    </Dialog>
  );
}

function ScheduledRow({
  chatId,
  message,
  onChange,
}: {
  chatId: string;
  message: ScheduledMessageView;
  onChange: () => void;
}) {
  const { pending } = useLive();
  const { day, time } = useFormats();
  const [cancel, { isLoading }] = useCancelScheduledMutation();
  const { _id, content, sendAt, replyTo, clientMessageId, isOnHold } = message;
  const remove = async (): Promise<void> => {
    const { error } = await cancel(_id);
    // 404: the message was sent or cancelled meanwhile.
    if (error && failureOf(error).status !== 404) showFailure(error);
  };
  /** Sends under the scheduled message's id: if the server sends it at the same moment, the id makes both one message. */
  const sendNow = async (): Promise<void> => {
    await pending.sendText(chatId, content, replyTo?._id ?? null, clientMessageId);
    await remove();
  };
  return (
    <li className={styles.item}>
      <div className={styles.words}>
        <p className={styles.when}>{isOnHold ? t('scheduled.onHold') : `${day(sendAt)}, ${time(sendAt)}`}</p>
        <p className={styles.content} dir="auto">
          {content}
        </p>
      </div>
      <div className={styles.acts}>
        <IconButton label={t('scheduled.sendNow')} isDisabled={isLoading} onPress={() => void sendNow()}>
          <SendHorizontal size={18} aria-hidden />
        </IconButton>
        <IconButton label={t('scheduled.change')} isDisabled={isLoading} onPress={onChange}>
          <Pencil size={18} aria-hidden />
        </IconButton>
        <IconButton
          label={t('scheduled.cancelMessage')}
          className={styles.cancel}
          isDisabled={isLoading}
          onPress={() => void remove()}
        >
          <Trash2 size={18} aria-hidden />
        </IconButton>
      </div>
    </li>
  );
}

function RescheduleForm({ message, onDone }: { message: ScheduledMessageView; onDone: () => void }) {
  const [reschedule, { isLoading, error }] = useRescheduleMutation();
  const [content, setContent] = useTypedText(`scheduled/${message._id}`, message.content);
  const chosen = useChosenTime(message._id, readMinute(message.at));
  const [trouble, setTrouble] = useState<string | null>(null);
  const said = trouble ?? (error === undefined ? null : (failureOf(error).messages[0] ?? null));
  const save = async (): Promise<void> => {
    const complaint = chosen.isPast() ? t('scheduled.pleaseChooseATimeThatIs') : rules.messageContent(content);
    setTrouble(complaint);
    if (complaint !== null) return;
    const { data } = await reschedule({ id: message._id, content, at: minuteOf(chosen.at), timezone: chosen.timezone });
    if (data) onDone();
  };
  return (
    <>
      <TextArea label={t('common.message')} value={content} onChange={setContent} limit={LIMITS.messageLength} />
      <ChooseTime chosen={chosen} />
      {said !== null && <Banner tone="error">{said}</Banner>}
      <DialogActions>
        <Button onPress={onDone}>{t('common.back')}</Button>
        <Button look="primary" isPending={isLoading} onPress={() => void save()}>
          {t('common.save')}
        </Button>
      </DialogActions>
    </>
  );
}
