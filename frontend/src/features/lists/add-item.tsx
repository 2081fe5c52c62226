import { rules } from '@duet/contracts/plain';
import { Plus } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import { type ShownItem, useListQueue } from '../../sync/lists/index.js';
import { useTypedText } from '../../platform/app-lock/use-typed-text.js';
import { t } from '../../texts/index.js';
import { Button } from '../../ui/button.js';
import { TextField } from '../../ui/text-field.js';
import styles from './lists.module.css';
import { endOf } from './positions.js';

/** The line that adds items; it stays ready for the next one. */
export function AddItem({ listId, items }: { listId: string; items: readonly ShownItem[] }) {
  const queue = useListQueue();
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useTypedText(`item/${listId}`);
  const [problem, setProblem] = useState<string | null>(null);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const wrong = rules.listItem(text);
    setProblem(wrong);
    field.current?.focus();
    if (wrong !== null) return;
    void queue.use((lists) => lists.addItem(listId, { text: text.trim(), position: endOf(items) }));
    setText('');
  };
  return (
    <form onSubmit={submit} noValidate className={styles.addLine}>
      <TextField
        inputRef={field}
        label={t('lists.addLabel')}
        placeholder={t('lists.addPlaceholder')}
        value={text}
        onChange={(value) => {
          setText(value);
          setProblem(null);
        }}
        error={problem}
        enterKeyHint="done"
        autoComplete="off"
      />
      <Button type="submit" look="primary">
        <Plus size={18} aria-hidden />
        {t('lists.add')}
      </Button>
    </form>
  );
}
