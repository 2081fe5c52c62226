import { Images, X } from 'lucide-react';
import { useState } from 'react';
import { Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { useLive } from '../../../api/live-context.js';
import { IconButton } from '../../../ui/icon-button.js';
import { Tabs } from '../../../ui/tabs.js';
import { GalleryList } from './gallery-list.js';
import styles from './gallery.module.css';

/** Opens what the two have shared. */
export function GalleryButton() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <IconButton label="Shared media" onPress={() => setOpen(true)}>
        <Images size={20} aria-hidden />
      </IconButton>
      <Gallery isOpen={isOpen} onClose={() => setOpen(false)} />
    </>
  );
}

/** Everything that is more than words, by kind; from each one leads a way to its place in the conversation. */
function Gallery({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { conversation } = useLive();
  const showInChat = (seq: number): void => {
    onClose();
    void conversation.goTo(seq);
  };
  const list = (kind: 'media' | 'voice' | 'file' | 'link') => <GalleryList kind={kind} onShowInChat={showInChat} />;
  return (
    <ModalOverlay isOpen={isOpen} onOpenChange={(open) => !open && onClose()} isDismissable className={styles.veil}>
      <Modal className={styles.panel}>
        <Dialog className={styles.dialog}>
          <div className={styles.head}>
            <Heading slot="title" level={2} className={styles.title}>
              Shared media
            </Heading>
            <IconButton label="Close" onPress={onClose}>
              <X size={20} aria-hidden />
            </IconButton>
          </div>
          <Tabs
            label="Kinds of media"
            items={[
              { id: 'media', label: 'Photos & videos', content: list('media') },
              { id: 'voice', label: 'Voice', content: list('voice') },
              { id: 'file', label: 'Files', content: list('file') },
              { id: 'link', label: 'Links', content: list('link') },
            ]}
          />
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
