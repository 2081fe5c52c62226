import type { ListKind, ListTemplateView } from '@duet/contracts';
import { rules } from '@duet/contracts/plain';
import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { failureOf } from '../../api/errors.js';
import { createTypedState } from '../../platform/app-lock/typed-state.js';
import { useClientIds } from '../../platform/app-lock/use-client-ids.js';
import { listOf, t } from '../../texts/index.js';
import { ErrorBanners } from '../../ui/error-banners.js';
import { Button } from '../../ui/button.js';
import { Dialog, DialogActions } from '../../ui/dialog.js';
import { TextField } from '../../ui/text-field.js';
import { Choice } from '../../ui/toggle.js';
import { kindOptions } from './list-kinds.js';
import { listPath } from './list-path.js';
import { useCreateListMutation, useGetListTemplatesQuery } from './lists-api.js';
import styles from './lists.module.css';

interface FormProps {
  onClose: () => void;
}

/**
 * A new list, empty or with the items of a template. The templates load with the page: a dialog that grows when they arrive
 * would move under the finger.
 */
export function ListForm({ isOpen, onClose }: FormProps & { isOpen: boolean }) {
  const { data: templates = [], isLoading } = useGetListTemplatesQuery();
  return (
    <Dialog title={t('lists.newList')} isOpen={isOpen && !isLoading} onClose={onClose}>
      <Form templates={templates} onClose={onClose} />
    </Dialog>
  );
}

interface Draft {
  title: string;
  kind: ListKind;
  /** `BLANK`, or the id of a template. */
  start: string;
}

const BLANK = 'blank';

const EMPTY: Draft = { title: '', kind: 'shopping', start: BLANK };

const useDraft = createTypedState<Draft>();

function useCreate() {
  const navigate = useNavigate();
  const [create, { isLoading, error }] = useCreateListMutation();
  const { idOf } = useClientIds('list');
  const send = async ({ title, kind, start }: Draft): Promise<void> => {
    const content = { title: title.trim(), kind, ...(start !== BLANK && { templateId: start }) };
    const { data } = await create({ ...content, clientId: idOf(content) });
    if (data) void navigate(listPath(data._id));
  };
  const { silent, messages } = failureOf(error, t('common.failed'));
  return { send, problems: error === undefined || silent ? [] : messages, isSending: isLoading };
}

function Form({ templates, onClose }: FormProps & { templates: readonly ListTemplateView[] }) {
  const [draft, setDraft] = useDraft('list', EMPTY);
  const [isAsked, setAsked] = useState(false);
  const { send, problems, isSending } = useCreate();
  const { title, kind, start } = draft;
  const wrong = rules.dateTitle(title);
  const template = templates.find(({ id }) => id === start);
  const begin = (chosen: string): void => setDraft(startedWith(chosen, draft, templates));
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setAsked(true);
    if (wrong === null && !isSending) void send(draft);
  };
  return (
    <form onSubmit={submit} noValidate className={styles.form}>
      <Choice
        label={t('lists.kind')}
        value={kind}
        options={kindOptions()}
        onChange={(next) => setDraft({ title: template ? '' : title, kind: next, start: BLANK })}
      />
      <Choice
        label={t('lists.beginWith')}
        value={start}
        options={[
          { value: BLANK, label: t('lists.blank') },
          ...templates.filter((one) => one.kind === kind).map(({ id, title: label }) => ({ value: id, label })),
        ]}
        onChange={begin}
      />
      {template && (
        <p className={styles.soft}>
          {t('lists.preview', { count: template.items.length, items: listOf(template.items) })}
        </p>
      )}
      <TextField
        label={t('lists.title')}
        placeholder={t('lists.titlePlaceholder')}
        value={title}
        onChange={(value) => setDraft({ ...draft, title: value })}
        error={isAsked ? wrong : null}
        isRequired
      />
      <ErrorBanners messages={problems} />
      <DialogActions>
        <Button onPress={onClose}>{t('common.cancel')}</Button>
        <Button type="submit" look="primary" isPending={isSending}>
          {t('lists.create')}
        </Button>
      </DialogActions>
    </form>
  );
}

/** A template lends its title, unless the person has written one. */
function startedWith(start: string, draft: Draft, templates: readonly ListTemplateView[]): Draft {
  const titleOf = (id: string): string => templates.find((one) => one.id === id)?.title ?? '';
  const isOwn = draft.title !== '' && draft.title !== titleOf(draft.start);
  return { ...draft, start, title: isOwn ? draft.title : titleOf(start) };
}
