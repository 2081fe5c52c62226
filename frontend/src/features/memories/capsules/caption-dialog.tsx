import type { ContributionView } from '@duet/contracts';
import { LIMITS } from '@duet/contracts/plain';
import { type FormEvent, useState } from 'react';
import { t } from '../../../texts/index.js';
import { Button } from '../../../ui/button.js';
import { Dialog, DialogActions } from '../../../ui/dialog.js';
import { TextArea } from '../../../ui/text-area.js';
import { attempt } from '../../../api/attempt.js';
import { useChangeContributionMutation } from './capsules-api.js';
import styles from './kept.module.css';

interface CaptionProps {
  contribution: ContributionView;
  isOpen: boolean;
  onClose: () => void;
}

/** The keeper's own words under a kept thing. Empty words take the caption away. */
export function CaptionDialog({ contribution, isOpen, onClose }: CaptionProps) {
  return (
    <Dialog title={t('capsules.caption')} isOpen={isOpen} onClose={onClose}>
      <CaptionForm contribution={contribution} onClose={onClose} />
    </Dialog>
  );
}

/** Lives only while the dialog is open. */
function CaptionForm({ contribution, onClose }: Omit<CaptionProps, 'isOpen'>) {
  const [change, { isLoading }] = useChangeContributionMutation();
  const [text, setText] = useState(contribution.text);
  const save = async (): Promise<void> => {
    const ids = { id: contribution.capsuleId, contributionId: contribution._id };
    if (await attempt(change({ ...ids, text: text.trim() }))) onClose();
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!isLoading) void save();
  };
  return (
    <form onSubmit={submit} noValidate className={styles.caption}>
      <TextArea
        label={t('capsules.yourWords')}
        value={text}
        onChange={setText}
        limit={LIMITS.contributionLength}
        rows={3}
      />
      <DialogActions>
        <Button onPress={onClose}>{t('common.cancel')}</Button>
        <Button type="submit" look="primary" isPending={isLoading}>
          {t('common.save')}
        </Button>
      </DialogActions>
    </form>
  );
}
