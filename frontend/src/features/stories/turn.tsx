import type { StoryNodeView, StoryReadingView } from '@duet/contracts';
import { LIMITS } from '@duet/contracts/plain';
import { BookHeart, Check } from 'lucide-react';
import { attempt } from '../../api/attempt.js';
import { useTypedText } from '../../platform/app-lock/use-typed-text.js';
import { t } from '../../texts/index.js';
import { Button, LinkButton } from '../../ui/button.js';
import { classes } from '../../ui/classes.js';
import { late } from '../../ui/late.js';
import { TextArea } from '../../ui/text-area.js';
import { useChooseInStoryMutation, useKeepStoryMutation } from './stories-api.js';
import styles from './stories.module.css';
import { Answers } from './answers.js';
import { Waiting } from './waiting.js';

const PhotoPrompt = late(async () => (await import('./photo-prompt.js')).PhotoPrompt, null, 'throw');

interface TurnProps {
  reading: StoryReadingView;
  node: StoryNodeView;
  /** The reader has turned this page, so that the next one opens. */
  onTurned: () => void;
}

/** The reader's part of the page that is open: turn it, choose, write a line or show a photo. */
export function Turn(props: TurnProps) {
  const { reading, node } = props;
  if (node.kind === 'ending') return <Ending reading={reading} />;
  if (!reading.actions.includes('choose')) return null;
  if (node.kind === 'choice') return <Choice {...props} />;
  if (node.kind !== 'prompt') return <TurnPage {...props} />;
  return node.takesPhoto ? <PhotoPrompt {...props} /> : <Prompt {...props} />;
}

function useTurn({ reading: { _id: id, version }, node: { id: nodeId } }: TurnProps) {
  const [choose, { isLoading }] = useChooseInStoryMutation();
  return {
    isLoading,
    take: (given: { choiceId?: string; text?: string }) => attempt(choose({ id, nodeId, version, ...given })),
  };
}

function TurnPage(props: TurnProps) {
  const { take, isLoading } = useTurn(props);
  const turn = async (): Promise<void> => {
    if (await take({})) props.onTurned();
  };
  return (
    <Button look="primary" isPending={isLoading} onPress={() => void turn()}>
      {t('stories.turnPage')}
    </Button>
  );
}

function Choice(props: TurnProps) {
  const { take, isLoading } = useTurn(props);
  const { mine } = props.reading;
  return (
    <>
      <div role="group" aria-label={t('stories.choose')} className={styles.choices}>
        {props.node.choices.map(({ id, text }) => (
          <button
            key={id}
            type="button"
            className={classes(styles.choice, mine?.choiceId === id && styles.chosen)}
            aria-pressed={mine?.choiceId === id}
            disabled={isLoading}
            onClick={() => void take({ choiceId: id })}
          >
            {text}
            {mine?.choiceId === id && <Check size={18} aria-hidden />}
          </button>
        ))}
      </div>
      <Waiting reading={props.reading} mine="stories.choiceWaits" theirs="stories.partnerChose" />
    </>
  );
}

function Prompt(props: TurnProps) {
  const { take, isLoading } = useTurn(props);
  const { mine } = props.reading;
  const [text, setText] = useTypedText(`line/${props.reading._id}/${props.node.id}`, mine?.text ?? '');
  const limit = LIMITS.storyLineLength;
  const isTooLong = [...text.trim()].length > limit;
  return (
    <>
      <TextArea
        label={t('stories.yourLine')}
        value={text}
        onChange={setText}
        limit={limit}
        {...(isTooLong && { error: t('stories.lineTooLong', { limit }) })}
      />
      <Button
        look="primary"
        isPending={isLoading}
        isDisabled={text.trim() === '' || isTooLong || text.trim() === mine?.text}
        onPress={() => void take({ text })}
      >
        {t(mine ? 'stories.changeLine' : 'stories.writeLine')}
      </Button>
      <Waiting reading={props.reading} mine="stories.lineWaits" theirs="stories.partnerWrote" />
    </>
  );
}

/** The story as an album: one press makes it, and then a link opens it. */
function Keepsake({ reading: { _id: id, actions, capsuleId } }: { reading: StoryReadingView }) {
  const [keep, { isLoading }] = useKeepStoryMutation();
  return (
    <div className={styles.keepsake}>
      {actions.includes('keep') && (
        <Button look="primary" isPending={isLoading} onPress={() => void attempt(keep({ id }))}>
          <BookHeart size={18} aria-hidden />
          {t('stories.makeKeepsake')}
        </Button>
      )}
      {capsuleId !== null && (
        <LinkButton href={`/memories/${capsuleId}`} look="primary">
          <BookHeart size={18} aria-hidden />
          {t('stories.openKeepsake')}
        </LinkButton>
      )}
    </div>
  );
}

function Ending({ reading }: { reading: StoryReadingView }) {
  const { path } = reading;
  const crossings = path.filter(({ answers }) => answers.length > 0);
  return (
    <>
      <p className={styles.theEnd}>{t('stories.theEnd')}</p>
      <Keepsake reading={reading} />
      <h3 className={styles.leafTitle}>{t('stories.path')}</h3>
      <ol className={styles.path}>
        {crossings.map((step) => (
          <li key={step.node.id}>
            <p className={styles.soft}>{step.node.text}</p>
            <Answers answers={step.answers} choices={step.node.choices} />
          </li>
        ))}
      </ol>
    </>
  );
}
