import type { PersonView } from '@duet/contracts';
import { Ban } from 'lucide-react';
import { useState } from 'react';
import { t } from '../../texts/index.js';
import { IconButton } from '../../ui/icon-button.js';
import { BlockDialog } from './block-dialog.js';

export function BlockButton({ person }: { person: PersonView }) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <IconButton label={t('partners.blockFirstName', { firstName: person.firstName })} onPress={() => setAsking(true)}>
        <Ban size={18} aria-hidden />
      </IconButton>
      <BlockDialog person={person} isOpen={asking} onClose={() => setAsking(false)} />
    </>
  );
}
