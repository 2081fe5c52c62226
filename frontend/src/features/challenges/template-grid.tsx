import type { ChallengeTemplateView } from '@duet/contracts';
import { useState } from 'react';
import { Button } from 'react-aria-components';
import { t } from '../../texts/index.js';
import { classes } from '../../ui/classes.js';
import { Dialog } from '../../ui/dialog.js';
import { CategorySign, categoryOf } from './categories.js';
import { templateFacts } from './challenge-words.js';
import styles from './challenges.module.css';
import { TemplatePreview } from './template-preview.js';

/** Cards of templates; a press shows the steps, and from there it is proposed. */
export function TemplateGrid({ templates }: { templates: readonly ChallengeTemplateView[] }) {
  const [opened, setOpened] = useState<ChallengeTemplateView | null>(null);
  return (
    <>
      <ul className={styles.grid}>
        {templates.map((template) => (
          <TemplateCard key={template._id} template={template} onOpen={() => setOpened(template)} />
        ))}
      </ul>
      <Dialog title={opened?.title ?? ''} isOpen={opened !== null} onClose={() => setOpened(null)}>
        {opened && <TemplatePreview template={opened} onClose={() => setOpened(null)} />}
      </Dialog>
    </>
  );
}

function TemplateCard({ template, onOpen }: { template: ChallengeTemplateView; onOpen: () => void }) {
  const { title, description, category, author } = template;
  const { label, tint } = categoryOf(category);
  return (
    <li className={classes(styles.card, styles.idea, tint)}>
      <div className={styles.cardHead}>
        <CategorySign category={category} />
        <span className={styles.kicker}>
          {t(label)}
          {author === 'couple' && ` · ${t('challenges.ofYourOwn')}`}
        </span>
      </div>
      <h3 className={styles.cardTitle}>
        <Button className={styles.cover} onPress={onOpen}>
          <bdi>{title}</bdi>
        </Button>
      </h3>
      <p className={styles.teaser} dir="auto">
        {description}
      </p>
      <p className={styles.facts}>{templateFacts(template).join(' · ')}</p>
    </li>
  );
}
