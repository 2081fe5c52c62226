import type { ChallengeTemplateView } from '@duet/contracts';
import { useState } from 'react';
import { t } from '../../texts/index.js';
import { Dialog } from '../../ui/dialog.js';
import { CardHead, CardTitle, CoverButton, Kicker, ShelfCard, ShelfCards } from '../../ui/shelf.js';
import { ChallengeCategorySign, challengeCategoryOf } from './categories.js';
import { templateFacts } from './challenge-words.js';
import styles from './challenges.module.css';
import { TemplatePreview } from './template-preview.js';

/** Cards of templates; a press shows the steps, and from there it is proposed. */
export function TemplateGrid({ templates }: { templates: readonly ChallengeTemplateView[] }) {
  const [openedId, setOpenedId] = useState<string | null>(null);
  const opened = templates.find(({ _id }) => _id === openedId);
  return (
    <>
      <ShelfCards>
        {templates.map((template) => (
          <TemplateCard key={template._id} template={template} onOpen={() => setOpenedId(template._id)} />
        ))}
      </ShelfCards>
      <Dialog title={opened?.title ?? ''} isOpen={opened !== undefined} onClose={() => setOpenedId(null)}>
        {opened && <TemplatePreview template={opened} onClose={() => setOpenedId(null)} />}
      </Dialog>
    </>
  );
}

function TemplateCard({ template, onOpen }: { template: ChallengeTemplateView; onOpen: () => void }) {
  const { title, description, category, author } = template;
  const { label, tint } = challengeCategoryOf(category);
  return (
    <ShelfCard tint={tint}>
      <CardHead>
        <ChallengeCategorySign category={category} />
        <Kicker>
          {t(label)}
          {author === 'couple' && ` · ${t('challenges.ofYourOwn')}`}
        </Kicker>
      </CardHead>
      <CardTitle>
        <CoverButton onPress={onOpen}>
          <bdi>{title}</bdi>
        </CoverButton>
      </CardTitle>
      <p className={styles.teaser} dir="auto">
        {description}
      </p>
      <p className={styles.facts}>{templateFacts(template).join(' · ')}</p>
    </ShelfCard>
  );
}
