import { Switch } from '../../ui/toggle.js';
import { useChange } from './use-change.js';

/** Both ends of it: the pages behind one's own links, and the cards one sees. */
export function LinkPreviewsSwitch() {
  const { settings, isLoaded, change } = useChange();
  return (
    <Switch
      label="Link previews"
      description="Duet’s server fetches the page behind the first link you send, so neither your browser nor your partner’s contacts the site, and it learns neither address. Off: no previews of your links, and you see none."
      isSelected={settings.privacy.linkPreviews}
      isDisabled={!isLoaded}
      onChange={(linkPreviews) => change({ privacy: { linkPreviews } })}
    />
  );
}
