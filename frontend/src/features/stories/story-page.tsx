import type { StoryReadingView } from '@duet/contracts';
import { BookOpen } from 'lucide-react';
import { useEffect, useState } from 'react';
import { attempt } from '../../api/attempt.js';
import { isMissing } from '../../api/errors.js';
import { useShare } from '../../cards/use-share.js';
import { useNames } from '../../platform/account/names.js';
import { putInView } from '../../platform/device/in-view.js';
import { t } from '../../texts/index.js';
import { BackLink } from '../../ui/back-link.js';
import { Button } from '../../ui/button.js';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';
import { LoadedThing } from '../../ui/loaded-thing.js';
import { Atmosphere } from './atmosphere.js';
import { Reader } from './reader.js';
import { StoryFiles } from './story-files.js';
import { useGetReadingQuery, useRespondToStoryMutation } from './stories-api.js';
import styles from './stories.module.css';

/** One reading of a story, from the invitation to its ending. */
export function StoryPage({ readingId }: { readingId: string }) {
  const { currentData, error, refetch } = useGetReadingQuery(readingId);
  useEffect(() => putInView(readingId), [readingId]);
  return (
    <div className={styles.page}>
      <BackLink to="/challenges?tab=stories">{t('stories.back')}</BackLink>
      <LoadedThing
        icon={BookOpen}
        isMissing={isMissing(error)}
        missing={[t('stories.gone'), t('stories.goneWords')]}
        isError={error !== undefined}
        onRetry={() => void refetch()}
        failure={t('stories.couldNotBeLoaded')}
      >
        {currentData && (
          <StoryFiles readingId={readingId}>
            <Book reading={currentData} />
          </StoryFiles>
        )}
      </LoadedThing>
    </div>
  );
}

function Book({ reading }: { reading: StoryReadingView }) {
  return (
    <article className={styles.book} aria-label={reading.title}>
      <Atmosphere storyId={reading.templateId} />
      <h2 className={styles.title}>{reading.title}</h2>
      {reading.status === 'invited' ? <Invitation reading={reading} /> : <Reader reading={reading} />}
      {reading.status === 'left' && <p className={styles.soft}>{t('stories.left')}</p>}
      <Share reading={reading} />
      {reading.status === 'active' && <Leave reading={reading} />}
    </article>
  );
}

function Invitation({ reading: { _id: id, title, actions } }: { reading: StoryReadingView }) {
  const { partner } = useNames();
  const [respond, { isLoading }] = useRespondToStoryMutation();
  const isAsked = actions.includes('accept');
  return (
    <section className={styles.leaf}>
      <h3 className={styles.leafTitle}>
        {t(isAsked ? 'stories.invitedTitle' : 'stories.waitTitle', { partner, title })}
      </h3>
      <p>{t(isAsked ? 'stories.invitedWords' : 'stories.waitWords', { partner })}</p>
      <div className={styles.row}>
        {isAsked && (
          <Button look="primary" isPending={isLoading} onPress={() => void attempt(respond({ id, action: 'accept' }))}>
            {t('stories.accept')}
          </Button>
        )}
        <Button look="ghost" onPress={() => void attempt(respond({ id, action: 'reject' }))}>
          {t(isAsked ? 'stories.decline' : 'stories.withdraw')}
        </Button>
      </div>
    </section>
  );
}

function Share({ reading: { _id: id, title } }: { reading: StoryReadingView }) {
  const share = useShare();
  if (!share) return null;
  return (
    <Button
      look="ghost"
      size="small"
      className={styles.leave ?? ''}
      onPress={() => share({ type: 'story', id, title })}
    >
      {t('cards.share')}
    </Button>
  );
}

function Leave({ reading: { _id: id } }: { reading: StoryReadingView }) {
  const [isAsking, setAsking] = useState(false);
  const [respond, { isLoading }] = useRespondToStoryMutation();
  const leave = async (): Promise<void> => {
    if (await attempt(respond({ id, action: 'reject' }))) setAsking(false);
  };
  return (
    <>
      <Button look="ghost" size="small" className={styles.leave ?? ''} onPress={() => setAsking(true)}>
        {t('stories.leave')}
      </Button>
      <ConfirmDialog
        title={t('stories.leave')}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => void leave()}
        confirmLabel={t('stories.leave')}
        isPending={isLoading}
      >
        <p>{t('stories.leaveWords')}</p>
      </ConfirmDialog>
    </>
  );
}
