import type { StorySessionView } from '@duet/contracts';
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
import { useGetSessionQuery, useRespondToStoryMutation } from './stories-api.js';
import styles from './stories.module.css';

/** One reading of a story, from the invitation to its ending. */
export function StoryPage({ sessionId }: { sessionId: string }) {
  const { currentData, error, refetch } = useGetSessionQuery(sessionId);
  useEffect(() => putInView(sessionId), [sessionId]);
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
          <StoryFiles sessionId={sessionId}>
            <Book session={currentData} />
          </StoryFiles>
        )}
      </LoadedThing>
    </div>
  );
}

function Book({ session }: { session: StorySessionView }) {
  return (
    <article className={styles.book} aria-label={session.title}>
      <Atmosphere storyId={session.templateId} />
      <h2 className={styles.title}>{session.title}</h2>
      {session.status === 'invited' ? <Invitation session={session} /> : <Reader session={session} />}
      {session.status === 'left' && <p className={styles.soft}>{t('stories.left')}</p>}
      <Share session={session} />
      {session.status === 'active' && <Leave session={session} />}
    </article>
  );
}

function Invitation({ session: { _id: id, title, actions } }: { session: StorySessionView }) {
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

function Share({ session: { _id: id, title } }: { session: StorySessionView }) {
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

function Leave({ session: { _id: id } }: { session: StorySessionView }) {
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
