import { TEXTS } from '@duet/contracts/plain';
import { type FormEvent, useState } from 'react';
import { t } from '../../texts/index.js';
import { Banner } from '../../ui/banner.js';
import { Button } from '../../ui/button.js';
import { Card } from '../../ui/card.js';
import { TextField } from '../../ui/text-field.js';
import { toast } from '../../ui/toast-queue.js';
import { whyNotLinked } from './why-not-linked.js';
import { useLinkPartnerMutation } from './partners-api.js';
import styles from './partners.module.css';

/** Links by an invite code, or sends a request to a username or e-mail address. */
export function EnterCode() {
  const [identifier, setIdentifier] = useState('');
  const [link, { isLoading, data, error, reset }] = useLinkPartnerMutation();
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const partnerIdentifier = identifier.trim().replace(/^@/, '');
    if (partnerIdentifier === '') return;
    const { data: answer } = await link({ partnerIdentifier });
    if (answer?.partner) toast.success(TEXTS.success.linkPartner);
  };
  const edit = (text: string): void => {
    setIdentifier(text);
    if (data || error) reset();
  };
  return (
    <Card title={t('partners.gotACode')}>
      <form onSubmit={(event) => void submit(event)} noValidate className={styles.stack}>
        <div className={styles.inline}>
          <TextField
            label={t('partners.codeUsernameOrEmail')}
            value={identifier}
            onChange={edit}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck="false"
            error={error === undefined ? null : whyNotLinked(error)}
          />
          <Button type="submit" look="primary" isPending={isLoading} isDisabled={identifier.trim() === ''}>
            {t('partners.link')}
          </Button>
        </div>
        {data && !data.partner && <Banner tone="ok">{t('partners.requestSentYouAreLinkedAs')}</Banner>}
      </form>
    </Card>
  );
}
