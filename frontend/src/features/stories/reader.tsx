import type { StoryNodeView, StoryReadingView, StoryStepView } from '@duet/contracts';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import * as v from 'valibot';
import { storedJson } from '../../platform/storage/stored.js';
import { t } from '../../texts/index.js';
import { Button } from '../../ui/button.js';
import { Answers } from './answers.js';
import styles from './stories.module.css';
import { Turn } from './turn.js';

/** The page that this device showed last, so that nobody misses what the other has turned. */
const bookmarkOf = (id: string) => storedJson(`duet-story-page ${id}`, v.pipe(v.number(), v.integer(), v.minValue(0)));

/** The book: one page at a time. The pages behind the two can be read again, with what both chose. */
export function Reader({ reading }: { reading: StoryReadingView }) {
  const { _id: id, path, node } = reading;
  const [bookmark, setBookmark] = useState(() => bookmarkOf(id).read() ?? 0);
  const page = Math.min(bookmark, path.length);
  const turnTo = (next: number): void => {
    bookmarkOf(id).write(next);
    setBookmark(next);
  };
  const behind = path[page];
  return (
    <>
      <section className={styles.leaf} key={page} aria-live="polite">
        {behind && <Behind step={behind} />}
        {!behind && node && (
          <>
            <Page node={node} />
            <Turn reading={reading} node={node} onTurned={() => turnTo(path.length + 1)} />
          </>
        )}
      </section>
      <nav className={styles.pages} aria-label={t('stories.stories')}>
        <Button look="ghost" isDisabled={page === 0} onPress={() => turnTo(page - 1)}>
          <ChevronLeft size={18} aria-hidden />
          {t('stories.previousPage')}
        </Button>
        <span className={styles.soft}>{t('stories.page', { page: page + 1 })}</span>
        <Button look={behind ? 'primary' : 'ghost'} isDisabled={!behind} onPress={() => turnTo(page + 1)}>
          {t('stories.nextPage')}
          <ChevronRight size={18} aria-hidden />
        </Button>
      </nav>
    </>
  );
}

function Behind({ step }: { step: StoryStepView }) {
  return (
    <>
      <Page node={step.node} />
      <Answers answers={step.answers} choices={step.node.choices} />
    </>
  );
}

/** The words of a page, and the photos or lines of an earlier one that it shows again. */
function Page({ node: { text, recalled = [] } }: { node: StoryNodeView }) {
  return (
    <>
      <p className={styles.text}>{text}</p>
      <Answers answers={recalled} />
    </>
  );
}
