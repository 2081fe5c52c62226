import { CalendarHeart, Pencil } from 'lucide-react';
import { useState } from 'react';
import { useSession } from '../../platform/session/session.js';
import { t } from '../../texts/index.js';
import { Avatar } from '../../ui/avatar.js';
import { Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { useFormats } from '../../ui/formats.js';
import { AvatarEditor } from './avatar-editor.js';
import { ProfileForm } from './profile-form.js';
import styles from './profile.module.css';

/** The user's profile as the partner sees it: picture, names, bio. */
export function ProfileHeader() {
  const { user } = useSession();
  const { month } = useFormats();
  const [editing, setEditing] = useState(false);
  if (!user) return null;
  return (
    <section className={styles.hero} aria-label={t('users.aboutMe')}>
      <div className={styles.picture}>
        <Avatar firstName={user.firstName} lastName={user.lastName} src={user.avatar} size="huge" tone="mulberry" />
        <AvatarEditor className={styles.change} />
      </div>
      <div className={styles.who}>
        <h1>{user.fullName}</h1>
        <p className={styles.soft}>@{user.username}</p>
      </div>
      <Button className={styles.edit ?? ''} onPress={() => setEditing(true)}>
        <Pencil size={16} aria-hidden /> {t('users.editProfile')}
      </Button>
      <div className={styles.details}>
        <p className={user.bio ? styles.bio : styles.soft}>{user.bio || t('users.noBioYetALineAbout')}</p>
        <p className={styles.joined}>
          <CalendarHeart size={16} aria-hidden /> {t('users.joined', { month: month(user.createdAt) })}
        </p>
      </div>
      <Dialog title={t('users.editProfile')} isOpen={editing} onClose={() => setEditing(false)}>
        <ProfileForm user={user} onDone={() => setEditing(false)} />
      </Dialog>
    </section>
  );
}
