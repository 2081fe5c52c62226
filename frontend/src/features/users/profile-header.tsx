import { CalendarHeart, Pencil } from 'lucide-react';
import { useState } from 'react';
import { useSession } from '../../api/session.js';
import { Avatar } from '../../ui/avatar.js';
import { Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { useFormats } from '../../ui/formats.js';
import { AvatarEditor } from './avatar-editor.js';
import { ProfileForm } from './profile-form.js';
import styles from './profile.module.css';

/** Who I am to my partner: picture, names, a few words. */
export function ProfileHeader() {
  const { user } = useSession();
  const { month } = useFormats();
  const [editing, setEditing] = useState(false);
  if (!user) return null;
  return (
    <section className={styles.hero} aria-label="About me">
      <div className={styles.picture}>
        <Avatar firstName={user.firstName} lastName={user.lastName} src={user.avatar} size="huge" tone="mulberry" />
        <AvatarEditor className={styles.change} />
      </div>
      <div className={styles.who}>
        <h1>{user.fullName}</h1>
        <p className={styles.soft}>@{user.username}</p>
      </div>
      <Button className={styles.edit ?? ''} onPress={() => setEditing(true)}>
        <Pencil size={16} aria-hidden /> Edit profile
      </Button>
      <div className={styles.facts}>
        <p className={user.bio ? styles.bio : styles.soft}>{user.bio || 'No bio yet. A line about you, for your partner.'}</p>
        <p className={styles.joined}>
          <CalendarHeart size={16} aria-hidden /> Joined {month(user.createdAt)}
        </p>
      </div>
      <Dialog title="Edit profile" isOpen={editing} onClose={() => setEditing(false)}>
        <ProfileForm user={user} onDone={() => setEditing(false)} />
      </Dialog>
    </section>
  );
}
