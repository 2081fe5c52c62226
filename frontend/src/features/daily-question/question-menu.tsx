import type { DailyQuestionView } from '@duet/contracts';
import { Ban, Ellipsis, PenLine, RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { showFailure } from '../../api/show-failure.js';
import { IconButton } from '../../ui/icon-button.js';
import { Menu } from '../../ui/menu.js';
import { toast } from '../../ui/toast-queue.js';
import { useDropDailyMutation, useSwapDailyMutation } from './daily-api.js';
import { WriteQuestion } from './write-question.js';

/** What else can be done with today's question. */
export function QuestionMenu({ question }: { question: DailyQuestionView }) {
  const [swap, swapping] = useSwapDailyMutation();
  const [drop, dropping] = useDropDailyMutation();
  const [isWriting, setWriting] = useState(false);
  const { canSwap } = question;
  const exchange = async (): Promise<void> => {
    const { error } = await swap(question);
    if (error) showFailure(error);
  };
  const never = async (): Promise<void> => {
    const { error } = await drop(question);
    if (error) showFailure(error);
    else toast.success('You two will not be asked this again');
  };
  return (
    <>
      <Menu
        label="Daily question"
        trigger={
          <IconButton label="More about this question" isDisabled={swapping.isLoading || dropping.isLoading}>
            <Ellipsis size={20} aria-hidden />
          </IconButton>
        }
        entries={[
          ...(canSwap ? [{ id: 'swap', label: 'Another question today', icon: <RefreshCw size={18} aria-hidden />, onAction: () => void exchange() }] : []),
          { id: 'never', label: 'Never ask us this again', icon: <Ban size={18} aria-hidden />, onAction: () => void never() },
          { id: 'write', label: 'Write your own', icon: <PenLine size={18} aria-hidden />, onAction: () => setWriting(true) },
        ]}
      />
      <WriteQuestion isOpen={isWriting} onClose={() => setWriting(false)} />
    </>
  );
}
