import { type PlainTextKey, t } from '../../../texts/index.js';
import { Dialog } from '../../../ui/dialog.js';
import styles from './shortcuts-dialog.module.css';

const isApple = /Mac|iP/.test(navigator.platform);

const WORDS = {
  command: () => (isApple ? '⌘' : t('shortcuts.control')),
  enter: () => t('shortcuts.enter'),
  shift: () => t('shortcuts.shift'),
  escape: () => t('shortcuts.escape'),
  delete: () => t('shortcuts.deleteKey'),
};

/** A key with a word on it, or the sign that is on it. */
type Key = keyof typeof WORDS | 'K' | '/' | '↑' | '↓' | 'R' | 'E' | '+';

const hasWord = (key: Key): key is keyof typeof WORDS => key in WORDS;

interface Shortcut {
  keys: readonly Key[];
  does: PlainTextKey;
}

const GROUPS: readonly { title: PlainTextKey; shortcuts: readonly Shortcut[] }[] = [
  {
    title: 'shortcuts.anywhere',
    shortcuts: [
      { keys: ['command', 'K'], does: 'shortcuts.search' },
      { keys: ['command', '/'], does: 'shortcuts.list' },
    ],
  },
  {
    title: 'shortcuts.whileYouWrite',
    shortcuts: [
      { keys: ['enter'], does: 'shortcuts.send' },
      { keys: ['shift', 'enter'], does: 'shortcuts.line' },
      { keys: ['↑'], does: 'shortcuts.editLast' },
      { keys: ['escape'], does: 'shortcuts.cancel' },
    ],
  },
  {
    title: 'shortcuts.onAMessage',
    shortcuts: [
      { keys: ['↑', '↓'], does: 'shortcuts.move' },
      { keys: ['R'], does: 'messages.reply' },
      { keys: ['E'], does: 'common.edit' },
      { keys: ['+'], does: 'messages.react' },
      { keys: ['enter'], does: 'messages.moreActions' },
      { keys: ['delete'], does: 'common.delete' },
    ],
  },
];

/** A way to mark words, and what it makes of them. */
const MARKS: readonly [written: string, does: PlainTextKey][] = [
  ['*…*', 'shortcuts.bold'],
  ['_…_', 'shortcuts.italics'],
  ['`…`', 'shortcuts.code'],
  ['```…```', 'shortcuts.codeBlock'],
  ['> …', 'shortcuts.quote'],
];

/** The keys of the chat, and the marks that words may have. */
export function ShortcutsDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Dialog title={t('shortcuts.keyboardShortcuts')} isOpen={isOpen} onClose={onClose}>
      <div className={styles.groups}>
        {GROUPS.map(({ title, shortcuts }) => (
          <section key={title}>
            <h3 className={styles.title}>{t(title)}</h3>
            <dl className={styles.list}>
              {shortcuts.map(({ keys, does }) => (
                <div key={does}>
                  <dt>{t(does)}</dt>
                  <dd>
                    {keys.map((key) => (
                      <kbd key={key}>{hasWord(key) ? WORDS[key]() : key}</kbd>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
        <section>
          <h3 className={styles.title}>{t('shortcuts.inYourWords')}</h3>
          <dl className={styles.list}>
            {MARKS.map(([written, does]) => (
              <div key={does}>
                <dt>{t(does)}</dt>
                <dd>
                  <code>{written}</code>
                </dd>
              </div>
            ))}
          </dl>
        </section>
      </div>
    </Dialog>
  );
}
