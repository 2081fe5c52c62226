import type { StoryReadingSummary, StorySummary } from '@duet/contracts';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { showFailure } from '../../api/show-failure.js';
import { useNames } from '../../platform/account/names.js';
import { t } from '../../texts/index.js';
import { Button, LinkButton } from '../../ui/button.js';
import { useFormats } from '../../ui/formats.js';
import { Link } from '../../ui/link.js';
import { LoadState } from '../../ui/load-state.js';
import { Shelf } from '../../ui/shelf.js';
import { Atmosphere } from './atmosphere.js';
import { useGetStoriesQuery, useStartStoryMutation } from './stories-api.js';
import { readingWords } from './reading-words.js';
import { storyPath } from './story-path.js';
import styles from './stories.module.css';

const INTENSITIES = {
  playful: 'stories.playful',
  tender: 'stories.tender',
  adventurous: 'stories.adventurous',
} as const;

/** The library: every story with its cover, and where the two are in it. */
export function StoriesList() {
  const { currentData, isError, refetch } = useGetStoriesQuery();
  if (!currentData)
    return <LoadState isError={isError} onRetry={() => void refetch()} failure={t('stories.couldNotBeLoaded')} />;
  return (
    <Shelf>
      <p>{t('stories.intro')}</p>
      <ul className={styles.shelf}>
        {currentData.map((story) => (
          <Cover key={story._id} story={story} />
        ))}
      </ul>
    </Shelf>
  );
}

function Cover({ story }: { story: StorySummary }) {
  const { date } = useFormats();
  const { _id, title, blurb, minutes, intensity, open, finished } = story;
  return (
    <li className={styles.cover}>
      <Atmosphere storyId={_id} />
      <div className={styles.coverWords}>
        <p className={styles.kicker}>
          {t(INTENSITIES[intensity])} · {t('stories.minutes', { minutes })}
        </p>
        <h2 className={styles.coverTitle}>{title}</h2>
        <p>{blurb}</p>
        {open ? <OpenReading reading={open} /> : <Start story={story} />}
        {finished.map((reading) => (
          <Link key={reading._id} to={storyPath(reading._id)} className={styles.soft}>
            {t('stories.finishedOn', { day: date(reading.finishedAt ?? reading.updatedAt) })}
          </Link>
        ))}
      </div>
    </li>
  );
}

function OpenReading({ reading }: { reading: StoryReadingSummary }) {
  const { _id, status, waitsForMe } = reading;
  const { partner } = useNames();
  return (
    <>
      <p className={styles.state}>{readingWords(reading, partner)}</p>
      <LinkButton href={storyPath(_id)} look={waitsForMe ? 'primary' : 'soft'}>
        {status === 'active' ? t('stories.continueReading') : t('stories.openStory')}
      </LinkButton>
    </>
  );
}

function Start({ story: { _id: templateId, finished } }: { story: StorySummary }) {
  const { partner } = useNames();
  const navigate = useNavigate();
  const [clientId] = useState(() => crypto.randomUUID());
  const [start, { isLoading }] = useStartStoryMutation();
  const begin = async (): Promise<void> => {
    const { data, error } = await start({ templateId, clientId });
    if (data) void navigate(storyPath(data._id));
    else showFailure(error, t('common.failed'));
  };
  return (
    <Button look="primary" isPending={isLoading} onPress={() => void begin()}>
      {finished.length > 0 ? t('stories.readAgain') : t('stories.invite', { partner })}
    </Button>
  );
}
