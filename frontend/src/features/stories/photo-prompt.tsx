import type { StoryNodeView, StoryReadingView } from '@duet/contracts';
import { LIMITS } from '@duet/contracts/plain';
import { type FormEvent, useState } from 'react';
import { failureOf } from '../../api/errors.js';
import { ChoosePhotos } from '../../media/tray/choose-photos.js';
import { Sending } from '../../media/tray/sending.js';
import { type UploadFailure, useFormUpload } from '../../media/tray/use-form-upload.js';
import { useTray } from '../../media/tray/use-tray.js';
import { useClientIds } from '../../platform/app-lock/use-client-ids.js';
import { useTypedText } from '../../platform/app-lock/use-typed-text.js';
import { t } from '../../texts/index.js';
import { Banner } from '../../ui/banner.js';
import { Button } from '../../ui/button.js';
import { TextArea } from '../../ui/text-area.js';
import { toast } from '../../ui/toast-queue.js';
import { Answers } from './answers.js';
import { useChooseInStoryMutation, useLazyGetReadingQuery } from './stories-api.js';
import styles from './stories.module.css';
import { Waiting } from './waiting.js';

interface PhotoPromptProps {
  reading: StoryReadingView;
  node: StoryNodeView;
}

/** A page that takes a photo from each, or a line where no camera is at hand. */
export function PhotoPrompt(props: PhotoPromptProps) {
  const { reading } = props;
  const { mine } = reading;
  const [isChanging, setChanging] = useState(false);
  // The form that had the focus is gone then.
  const [hasSent, setSent] = useState(false);
  const finish = (): void => {
    setChanging(false);
    setSent(true);
  };
  return (
    <>
      {mine && <Answers answers={[mine]} />}
      {mine && !isChanging ? (
        <Button look="soft" autoFocus={hasSent} onPress={() => setChanging(true)}>
          {t('stories.changeLine')}
        </Button>
      ) : (
        <PhotoForm {...props} onDone={finish} />
      )}
      <Waiting reading={reading} mine="stories.photoWaits" theirs="stories.partnerShowed" />
    </>
  );
}

function PhotoForm({ reading, node, onDone }: PhotoPromptProps & { onDone: () => void }) {
  const { _id: id, version, title, mine } = reading;
  const place = `line/${id}/${node.id}`;
  const [text, setText] = useTypedText(place, mine?.text ?? '');
  const tray = useTray(`story:${id}:${node.id}`);
  const [problem, setProblem] = useState<string | null>(null);
  const { idOf } = useClientIds(place);
  const [choose, { isLoading }] = useChooseInStoryMutation();
  const [read] = useLazyGetReadingQuery();
  const upload = useFormUpload({
    path: `/stories/sessions/${id}/choice`,
    onStored: () => read(id),
    tags: ['Stories'],
  });
  const line = text.trim();
  const limit = LIMITS.storyLineLength;
  const isTooLong = [...line].length > limit;
  const isSending = isLoading || upload.share !== null;
  const words = { ...(line !== '' && { text: line }) };
  const files = tray.chosen.map(({ file }) => ({ name: file.name, bytes: file }));

  const sendLine = async (): Promise<UploadFailure | null> => {
    const { error } = await choose({ id, nodeId: node.id, version, ...words });
    if (!error) return null;
    const { code, messages } = failureOf(error, t('common.failed'));
    return { code, sentence: messages.join(' ') };
  };
  const send = async (): Promise<void> => {
    const clientId = idOf({ ...words, files: tray.chosen.map((one) => one.id) });
    const fields = { nodeId: node.id, version: String(version), clientId, ...words };
    const failure = files.length > 0 ? await upload.send(fields, files) : await sendLine();
    if (failure === null) onDone();
    // The page is turned, and this form goes with it: the toast stays.
    else if (failure.code === 'VERSION_CONFLICT') toast.error(failure.sentence);
    else setProblem(failure.sentence || null);
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const isEmpty = line === '' && files.length === 0;
    setProblem(isEmpty ? t('stories.photoFirst') : null);
    if (!isEmpty && !isTooLong && !isSending) void send();
  };
  return (
    <form onSubmit={submit} noValidate className={styles.photoForm}>
      <ChoosePhotos title={title} tray={tray} isSending={isSending} most={1} />
      <TextArea
        label={t('stories.lineOrPhoto')}
        value={text}
        onChange={setText}
        rows={2}
        {...(line.length > limit - 100 && { limit })}
        {...(isTooLong && { error: t('stories.lineTooLong', { limit }) })}
      />
      {upload.share !== null && <Sending share={upload.share} />}
      {problem !== null && <Banner tone="error">{problem}</Banner>}
      <Button type="submit" look="primary" isPending={isSending}>
        {t(mine ? 'stories.replaceAnswer' : 'stories.writeLine')}
      </Button>
    </form>
  );
}
