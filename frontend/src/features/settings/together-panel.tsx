import type { TogetherPart } from '@duet/contracts';
import { TOGETHER_PARTS } from '@duet/contracts/plain';
import { useHiddenParts } from '../../platform/account/parts.js';
import { type PlainTextKey, t } from '../../texts/index.js';
import { Switch } from '../../ui/toggle.js';
import styles from './settings.module.css';
import { useChange } from './use-change.js';

const PARTS: Record<TogetherPart, { label: PlainTextKey; description: PlainTextKey }> = {
  goals: { label: 'settings.goals', description: 'settings.goalsWords' },
  stories: { label: 'settings.stories', description: 'settings.storiesWords' },
  wishes: { label: 'settings.wishes', description: 'settings.wishesWords' },
  lists: { label: 'settings.lists', description: 'settings.listsWords' },
  gestures: { label: 'settings.gestures', description: 'settings.gesturesWords' },
};

/** The parts of the couple's space. The switches are the user's own; what the couple has depends on those of both. */
export function TogetherPanel() {
  const { settings, isLoaded, change } = useChange();
  const hidden = useHiddenParts();
  return (
    <section aria-labelledby="together-parts" className={styles.group}>
      <h3 id="together-parts">{t('settings.whatTheTwoOfYouHave')}</h3>
      <p className={styles.soft}>{t('settings.aPartIsThereWhile')}</p>
      {TOGETHER_PARTS.map((part) => {
        const isOn = settings.together[part];
        const { label, description } = PARTS[part];
        return (
          <Switch
            key={part}
            label={t(label)}
            description={t(isOn && hidden.includes(part) ? 'settings.restsForBoth' : description)}
            isSelected={isOn}
            isDisabled={!isLoaded}
            onChange={(on) => change({ together: { [part]: on } })}
          />
        );
      })}
    </section>
  );
}
