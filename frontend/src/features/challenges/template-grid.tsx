import type { ChallengeTemplateView } from '@duet/contracts';
import { t } from '../../texts/index.js';
import { Dialog } from '../../ui/dialog.js';
import { CardHead, CardTitle, CoverButton, Kicker, ShelfCard, ShelfCards } from '../../ui/shelf.js';
import { ChallengeCategorySign, challengeCategoryOf } from './categories.js';
import { templateFacts } from './challenge-words.js';
import { useGetTemplatesQuery } from './challenges-api.js';
import styles from './challenges.module.css';
import { TemplatePreview } from './template-preview.js';

interface GridProps {
  templates: readonly ChallengeTemplateView[];
  onOpen: (id: string) => void;
}

/** Cards of templates; a press opens one. */
export function TemplateGrid({ templates, onOpen }: GridProps) {
  return (
    <ShelfCards>
      {templates.map((template) => (
        <TemplateCard key={template._id} template={template} onOpen={() => onOpen(template._id)} />
      ))}
    </ShelfCards>
  );
}

/** Shows the steps of a template, which is proposed from there. It is one of all templates: an edit may move it to another grid. */
export function OpenedTemplate({ id, onClose }: { id: string | null; onClose: () => void }) {
  const { data } = useGetTemplatesQuery();
  const opened = data?.find(({ _id }) => _id === id);
  return (
    <Dialog title={opened?.title ?? ''} isOpen={opened !== undefined} onClose={onClose}>
      {opened && <TemplatePreview template={opened} onClose={onClose} />}
    </Dialog>
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
