import type { CapsuleView } from '@duet/contracts';
import { Heart } from 'lucide-react';
import { useEffect } from 'react';
import { isMissing } from '../../../api/errors.js';
import { putInView } from '../../../platform/device/in-view.js';
import { t } from '../../../texts/index.js';
import { LoadedThing } from '../../../ui/loaded-thing.js';
import { BackLink } from '../../../ui/back-link.js';
import { classes } from '../../../ui/classes.js';
import { useFormats } from '../../../ui/formats.js';
import { IconButton } from '../../../ui/icon-button.js';
import { attempt } from '../../../api/attempt.js';
import { CapsuleComments } from './capsule-comments.js';
import { CapsuleMenu } from './capsule-menu.js';
import { CapsuleState } from './capsule-state.js';
import { statusWords, whenWords } from './capsule-words.js';
import { useGetCapsuleQuery, useMarkCapsuleMutation } from './capsules-api.js';
import styles from './capsules.module.css';
import themes from './capsule-theme.module.css';
import { Contribute } from './contribute.js';
import { Contributions } from './contributions.js';
import { CoverPicture } from './cover-picture.js';
import { useNames } from '../../../platform/account/names.js';

/** One capsule: what it is, what may be done with it now, and what lies in it as far as that may be read. */
export function CapsulePage({ capsuleId }: { capsuleId: string }) {
  const { currentData, error, refetch } = useGetCapsuleQuery(capsuleId);
  useEffect(() => putInView(capsuleId), [capsuleId]);
  return (
    <div className={styles.page}>
      <BackLink to="/memories">{t('capsules.back')}</BackLink>
      <LoadedThing
        icon={Heart}
        isMissing={isMissing(error)}
        missing={[t('capsules.gone'), t('capsules.goneWords')]}
        isError={error !== undefined}
        onRetry={() => void refetch()}
        failure={t('capsules.couldNotBeLoaded')}
      >
        {currentData && <CapsuleBody capsule={currentData} />}
      </LoadedThing>
    </div>
  );
}

function CapsuleBody({ capsule }: { capsule: CapsuleView }) {
  const may = (action: CapsuleView['actions'][number]): boolean => capsule.actions.includes(action);
  return (
    <>
      <CapsuleHead capsule={capsule} />
      <CapsuleState capsule={capsule} />
      <Contribute key={capsule._id} capsule={capsule} mayAdd={may('contribute')} />
      <Contributions capsule={capsule} />
      <CapsuleComments capsule={capsule} mayComment={may('comment')} />
    </>
  );
}

function CapsuleHead({ capsule }: { capsule: CapsuleView }) {
  const formats = useFormats();
  const [mark] = useMarkCapsuleMutation();
  const { _id: id, title, emoji, theme, cover, description, favourite, tags } = capsule;
  return (
    <header className={classes(styles.banner, theme && themes.themed)} data-look={theme}>
      {cover && <CoverPicture capsuleId={id} cover={cover} variant="display" className={styles.front} />}
      <div className={styles.bannerHead}>
        {emoji !== null && (
          <span className={styles.emoji} aria-hidden>
            {emoji}
          </span>
        )}
        <h1 dir="auto">{title}</h1>
        <div className={styles.tools}>
          <IconButton
            label={t(favourite ? 'capsules.notFavourite' : 'capsules.favourite')}
            onPress={() => void attempt(mark({ id, mark: 'favourite', on: !favourite }))}
          >
            <Heart size={20} fill={favourite ? 'currentcolor' : 'none'} aria-hidden />
          </IconButton>
          <CapsuleMenu capsule={capsule} />
        </div>
      </div>
      <p className={styles.state}>
        {statusWords(capsule)}
        {whenWords(capsule, formats) !== '' && ` · ${whenWords(capsule, formats)}`}
      </p>
      {description !== '' && (
        <p className={styles.words} dir="auto">
          {description}
        </p>
      )}
      {tags.length > 0 && <p className={styles.soft}>{tags.map((tag) => `#${tag}`).join(' ')}</p>}
      <Counts capsule={capsule} />
    </header>
  );
}

/** The number of contributions of each member: a surprise shows nothing else. */
function Counts({ capsule: { counts } }: { capsule: CapsuleView }) {
  const { nameOf } = useNames();
  if (counts.total === 0) return <p className={styles.soft}>{t('capsules.pieces', { count: 0 })}</p>;
  const parts = Object.entries(counts.byUser).map(([user, count]) => `${nameOf(user)}: ${count}`);
  return (
    <p className={styles.soft}>
      {t('capsules.pieces', { count: counts.total })} ({parts.join(' · ')})
    </p>
  );
}
