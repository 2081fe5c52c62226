import type { Findable } from '@duet/contracts';
import { Choice, Switch } from '../../ui/toggle.js';
import { LinkPreviewsSwitch } from './link-previews-switch.js';
import { TranscriptsSwitch } from './transcripts-switch.js';
import { useChange } from './use-change.js';
import { CameraDetails, NewConversations } from './what-you-send.js';

const WHO: readonly { value: Findable; label: string }[] = [
  { value: 'everyone', label: 'Everyone' },
  { value: 'username', label: 'Exact username' },
  { value: 'nobody', label: 'Nobody' },
];

const SHARED = [
  { key: 'readReceipts', label: 'Read receipts', description: 'Without them you do not see your partner’s either.' },
  { key: 'typing', label: 'Typing indicator', description: 'Goes both ways.' },
  { key: 'online', label: 'Online status', description: 'Goes both ways.' },
] as const;

export function PrivacyPanel() {
  const { settings, isLoaded, change } = useChange();
  return (
    <>
      <Choice
        label="Who can find you by search"
        value={settings.privacy.findable}
        options={WHO}
        isDisabled={!isLoaded}
        onChange={(findable) => change({ privacy: { findable } })}
      />
      <div role="group" aria-label="What your partner sees">
        {SHARED.map(({ key, label, description }) => (
          <Switch
            key={key}
            label={label}
            description={description}
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
    </>
  );
}
