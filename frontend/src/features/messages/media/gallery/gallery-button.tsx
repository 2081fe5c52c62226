import { Images } from 'lucide-react';
import { useState } from 'react';
import { t } from '../../../../texts/index.js';
import { IconButton } from '../../../../ui/icon-button.js';
import { late } from '../../../../ui/late.js';
import { useOpenedOnce } from '../../../../ui/use-opened-once.js';

const Gallery = late(async () => (await import('./gallery.js')).Gallery);

/** Opens the shared media. */
export function GalleryButton() {
  const [isOpen, setOpen] = useState(false);
  const wasOpened = useOpenedOnce(isOpen);
  return (
    <>
      <IconButton label={t('media.sharedMedia')} onPress={() => setOpen(true)}>
        <Images size={20} aria-hidden />
      </IconButton>
      {wasOpened && <Gallery isOpen={isOpen} onClose={() => setOpen(false)} />}
    </>
  );
}
