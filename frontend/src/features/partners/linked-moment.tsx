import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { usePartner } from '../../platform/account/partner-status.js';
import { useSession } from '../../platform/session/session.js';
import { celebrate } from '../../platform/device/haptics.js';
import { t } from '../../texts/index.js';
import { Avatar } from '../../ui/avatar.js';
import { Button } from '../../ui/button.js';
import { WholeScreen } from '../../ui/overlays.js';
import styles from './linked-moment.module.css';

/** The moment in which two people become a couple: the whole screen, with the way to the first word. */
export function LinkedMoment({ onClose }: { onClose: () => void }) {
  const { user } = useSession();
  const { partner } = usePartner();
  const navigate = useNavigate();
  useEffect(celebrate, []);
  if (!user || !partner) return null;
  const sayHello = (): void => {
    onClose();
    void navigate('/chat');
  };
  return (
    <WholeScreen title={t('partners.youAndFirstName', { firstName: partner.firstName })} onClose={onClose}>
      {(title) => (
        <div className={styles.moment}>
          <div className={styles.pair}>
            <Avatar firstName={user.firstName} lastName={user.lastName} src={user.avatar} size="huge" tone="mulberry" />
            <Avatar firstName={partner.firstName} lastName={partner.lastName} src={partner.avatar} size="huge" />
          </div>
          {title}
          <p className={styles.words}>{t('partners.thisIsYourPlaceNow')}</p>
          <div className={styles.buttons}>
            <Button look="primary" size="large" onPress={sayHello}>
              {t('partners.sayHello')}
            </Button>
            <Button look="ghost" onPress={onClose}>
              {t('partners.lookAroundFirst')}
            </Button>
          </div>
        </div>
      )}
    </WholeScreen>
  );
}
