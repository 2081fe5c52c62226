import type { CapsuleView } from '@duet/contracts';
import { LIMITS } from '@duet/contracts/plain';
import { Trash2 } from 'lucide-react';
import type { FormEvent } from 'react';
import { useClientIds } from '../../../platform/app-lock/use-client-ids.js';
import { clearedOf, useTypedText } from '../../../platform/app-lock/use-typed-text.js';
import { useSession } from '../../../platform/session/session.js';
import { t } from '../../../texts/index.js';
import { Button } from '../../../ui/button.js';
import { Card } from '../../../ui/card.js';
import { IconButton } from '../../../ui/icon-button.js';
import { RelativeTime } from '../../../ui/relative-time.js';
import { TextArea } from '../../../ui/text-area.js';
import { attempt } from '../../../api/attempt.js';
import { useAddCommentMutation, useDeleteCommentMutation, useReactToCapsuleMutation } from './capsules-api.js';
import styles from './capsules.module.css';
import { WordsNotIn } from './words-not-in.js';
import { useNames } from '../../../platform/account/names.js';

const AT_HAND = ['❤️', '😍', '😂', '🥹', '🎉'] as const;

/** Reactions and comments of an open capsule; of any other one the comment that was being typed. */
export function CapsuleComments({ capsule, mayComment }: { capsule: CapsuleView; mayComment: boolean }) {
  const self = useSession().user?._id;
  const { nameOf } = useNames();
  const [add, { isLoading }] = useAddCommentMutation();
  const [remove] = useDeleteCommentMutation();
  const id = capsule._id;
  const [text, setText] = useTypedText(`comment/${id}`);
  const { idOf, forgetIds } = useClientIds(`comment/${id}`);
  const send = async (): Promise<void> => {
    const content = { text: text.trim() };
    if (!(await attempt(add({ id, ...content, clientId: idOf(content) })))) return;
    setText(clearedOf(text));
    forgetIds();
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (mayComment && text.trim() !== '' && !isLoading) void send();
  };
  if (!mayComment && text.trim() === '') return null;
  return (
    <Card title={t('capsules.comments')}>
      {mayComment && (
        <>
          <Reactions capsule={capsule} />
          <ul className={styles.comments}>
            {capsule.comments.map((comment) => (
              <li key={comment._id}>
                <p className={styles.pieceHead}>
                  <bdi>{nameOf(comment.user)}</bdi>
                  <span className={styles.soft}>
                    <RelativeTime at={comment.createdAt} />
                  </span>
                  {comment.user === self && (
                    <IconButton
                      label={t('capsules.deleteComment')}
                      onPress={() => void attempt(remove({ id, commentId: comment._id }))}
                    >
                      <Trash2 size={16} aria-hidden />
                    </IconButton>
                  )}
                </p>
                <p className={styles.words} dir="auto">
                  {comment.text}
                </p>
              </li>
            ))}
          </ul>
        </>
      )}
      <form onSubmit={submit} noValidate className={styles.form}>
        {!mayComment && <WordsNotIn text={text} />}
        <TextArea
          label={t('capsules.comment')}
          placeholder={t('capsules.commentPlaceholder')}
          value={text}
          onChange={setText}
          isReadOnly={!mayComment}
          limit={LIMITS.capsuleCommentLength}
          rows={2}
        />
        <Button type="submit" isDisabled={!mayComment || text.trim() === ''} isPending={isLoading}>
          {t('capsules.send')}
        </Button>
      </form>
    </Card>
  );
}

function Reactions({ capsule }: { capsule: CapsuleView }) {
  const self = useSession().user?._id;
  const [react] = useReactToCapsuleMutation();
  const counts = new Map<string, { count: number; isMine: boolean }>(
    AT_HAND.map((emoji) => [emoji, { count: 0, isMine: false }]),
  );
  for (const { emoji, user } of capsule.reactions) {
    const { count, isMine } = counts.get(emoji) ?? { count: 0, isMine: false };
    counts.set(emoji, { count: count + 1, isMine: isMine || user === self });
  }
  return (
    <div className={styles.row} role="group" aria-label={t('capsules.react')}>
      {[...counts].map(([emoji, { count, isMine }]) => (
        <Button
          key={emoji}
          size="small"
          look={isMine ? 'soft' : 'ghost'}
          aria-pressed={isMine}
          // The name contains what is seen, the count included.
          aria-label={t('capsules.reactWith', { emoji: count > 0 ? `${emoji} ${count}` : emoji })}
          onPress={() => void attempt(react({ id: capsule._id, emoji }))}
        >
          {emoji}
          {count > 0 && ` ${count}`}
        </Button>
      ))}
    </div>
  );
}
