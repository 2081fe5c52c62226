import { Paperclip } from 'lucide-react';
import { useRef } from 'react';
import { t } from '../../../../texts/index.js';
import { IconButton } from '../../../../ui/icon-button.js';

/** Opens the browser's file dialog. */
export function AttachButton({ onFiles }: { onFiles: (files: File[]) => void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <IconButton label={t('media.attachFiles')} onPress={() => input.current?.click()}>
        <Paperclip size={20} aria-hidden />
      </IconButton>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={t('media.filesToAttach')}
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])]);
          // Without this, choosing the same file again fires no event.
          event.target.value = '';
        }}
      />
    </>
  );
}
