import { t } from '../../../texts/index.js';
import { Banner } from '../../../ui/banner.js';
import { CopyButton } from '../../../ui/copy-button.js';

/** Stands above words that the capsule takes no more, because the partner changed its state while they were typed. */
export const WordsNotIn = ({ text }: { text: string }) => (
  <Banner tone="error" action={<CopyButton text={text} label={t('common.copy')} />}>
    {t('capsules.wordsNotIn')}
  </Banner>
);
