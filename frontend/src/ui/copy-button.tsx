import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { Button } from './button.js';

/** Copies a text that also stands beside it: without permission it can still be read and typed. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const [copied, setCopied] = useState(false);
  const copy = async (): Promise<void> => {
    setCopied(await navigator.clipboard.writeText(text).then(() => true).catch(() => false));
  };
  return (
    <Button look="ghost" size="small" onPress={() => void copy()}>
      {copied ? <Check size={16} aria-hidden /> : <Copy size={16} aria-hidden />}
      {copied ? 'Copied' : label}
    </Button>
  );
}
