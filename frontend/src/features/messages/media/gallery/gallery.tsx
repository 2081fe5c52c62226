import { X } from 'lucide-react';
import { Dialog } from 'react-aria-components/Dialog';
import { Heading } from 'react-aria-components/Heading';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { useLive } from '../../../../sync/index.js';
import { t } from '../../../../texts/index.js';
import { IconButton } from '../../../../ui/icon-button.js';
import { Tabs } from '../../../../ui/tabs.js';
import { GalleryList } from './gallery-list.js';
import styles from './gallery.module.css';

/** All attachments and links by kind, each with a way to its message. */
export function Gallery({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
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
              {t('media.sharedMedia')}
            </Heading>
            <IconButton label={t('common.close')} onPress={onClose}>
              <X size={20} aria-hidden />
            </IconButton>
          </div>
          <Tabs
            label={t('media.kindsOfMedia')}
            items={[
              { id: 'media', label: t('media.photosVideos'), content: list('media') },
              { id: 'voice', label: t('media.voice'), content: list('voice') },
              { id: 'file', label: t('media.files'), content: list('file') },
              { id: 'link', label: t('media.links'), content: list('link') },
            ]}
          />
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
