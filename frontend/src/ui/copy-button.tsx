import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { t } from '../texts/index.js';
import { Button } from './button.js';

/** Copies a text. The text is also visible, for browsers that refuse clipboard access. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const [copied, setCopied] = useState(false);
  const copy = async (): Promise<void> => {
    setCopied(
      await navigator.clipboard
        .writeText(text)
        .then(() => true)
        .catch(() => false),
    );
  };
  return (
    <Button look="ghost" size="small" onPress={() => void copy()}>
      {copied ? <Check size={16} aria-hidden /> : <Copy size={16} aria-hidden />}
      {copied ? t('ui.copied') : label}
    </Button>
  );
}
