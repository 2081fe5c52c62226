import type { Findable } from '@duet/contracts';
import { type PlainTextKey, t } from '../../texts/index.js';
import { LinkButton } from '../../ui/button.js';
import { Choice, Switch } from '../../ui/toggle.js';
import { LinkPreviewsSwitch } from './link-previews-switch.js';
import { TranscriptsSwitch } from './transcripts-switch.js';
import { useChange } from './use-change.js';
import { CameraDetails, NewConversations } from './what-you-send.js';

const WHO: readonly { value: Findable; label: PlainTextKey }[] = [
  { value: 'everyone', label: 'settings.everyone' },
  { value: 'username', label: 'settings.exactUsername' },
  { value: 'nobody', label: 'settings.nobody' },
];

const SHARED = [
  { key: 'readReceipts', label: 'settings.readReceipts', description: 'settings.withoutThemYouDoNotSee' },
  { key: 'typing', label: 'settings.typingIndicator', description: 'settings.goesBothWays' },
  { key: 'online', label: 'settings.onlineStatus', description: 'settings.goesBothWays' },
  { key: 'lastSeen', label: 'settings.lastSeen', description: 'settings.lastSeenText' },
] as const;

export function PrivacyPanel() {
  const { settings, isLoaded, change } = useChange();
  return (
    <>
      <Choice
        label={t('settings.whoCanFindYouBySearch')}
        value={settings.privacy.findable}
        options={WHO.map(({ value, label }) => ({ value, label: t(label) }))}
        isDisabled={!isLoaded}
        onChange={(findable) => change({ privacy: { findable } })}
      />
      <div role="group" aria-label={t('settings.whatYourPartnerSees')}>
        {SHARED.map(({ key, label, description }) => (
          <Switch
            key={key}
            label={t(label)}
            description={t(description)}
            isSelected={settings.privacy[key]}
            isDisabled={!isLoaded}
            onChange={(on) => change({ privacy: { [key]: on } })}
          />
        ))}
      </div>
      <LinkPreviewsSwitch />
      <NewConversations />
      <CameraDetails />
      <TranscriptsSwitch />
      <LinkButton href="/privacy" look="ghost" size="small">
        {t('settings.whatDuetKeepsAndWhoCan')}
      </LinkButton>
    </>
  );
}
