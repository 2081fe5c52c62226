import type { DailyQuestionView } from '@duet/contracts';
import { Ban, Ellipsis, PenLine, RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { showFailure } from '../../api/show-failure.js';
import { t } from '../../texts/index.js';
import { IconButton } from '../../ui/icon-button.js';
import { late } from '../../ui/late.js';
import { Menu } from '../../ui/menu.js';
import { toast } from '../../ui/toast-queue.js';
import { useDropDailyMutation, useSwapDailyMutation } from './daily-api.js';

const WriteQuestion = late(async () => (await import('./write-question.js')).WriteQuestion);

/** The menu of today's question. */
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
    else toast.success(t('dailyQuestion.youTwoWillNotBeAsked'));
  };
  return (
    <>
      <Menu
        label={t('common.dailyQuestion')}
        trigger={
          <IconButton
            label={t('dailyQuestion.moreAboutThisQuestion')}
            isDisabled={swapping.isLoading || dropping.isLoading}
          >
            <Ellipsis size={20} aria-hidden />
          </IconButton>
        }
        entries={[
          ...(canSwap
            ? [
                {
                  id: 'swap',
                  label: t('dailyQuestion.anotherQuestionToday'),
                  icon: <RefreshCw size={18} aria-hidden />,
                  onAction: () => void exchange(),
                },
              ]
            : []),
          {
            id: 'write',
            label: t('dailyQuestion.writeYourOwn'),
            icon: <PenLine size={18} aria-hidden />,
            onAction: () => setWriting(true),
          },
          {
            id: 'never',
            danger: true,
            label: t('dailyQuestion.neverAskUsThisAgain'),
            icon: <Ban size={18} aria-hidden />,
            onAction: () => void never(),
          },
        ]}
      />
      <WriteQuestion isOpen={isWriting} onClose={() => setWriting(false)} />
    </>
  );
}
