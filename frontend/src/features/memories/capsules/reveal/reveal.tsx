import type { ContributionView } from '@duet/contracts';
import { ArrowLeft, ArrowRight, X } from 'lucide-react';
import { useMemo, useState } from 'react';
import { Dialog } from 'react-aria-components/Dialog';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { t } from '../../../../texts/index.js';
import { Button } from '../../../../ui/button.js';
import { IconButton } from '../../../../ui/icon-button.js';
import { useKeyDown } from '../../../../ui/use-key-down.js';
import { Letter } from './letter.js';
import styles from './reveal.module.css';
import { revealSteps } from './reveal-steps.js';

interface RevealProps {
  contributions: readonly ContributionView[];
  onEnd: () => void;
}

/** Goes through an opened capsule one by one, in full screen: an envelope opens for each. Reduced motion shows the card alone. */
export function Reveal({ contributions, onEnd }: RevealProps) {
  return (
    <ModalOverlay isOpen onOpenChange={(isOpen) => !isOpen && onEnd()} className={styles.veil}>
      <Modal className={styles.modal}>
        <Dialog aria-label={t('capsules.revealStart')} className={styles.dialog}>
          <RevealStage contributions={contributions} onEnd={onEnd} />
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

function RevealStage({ contributions, onEnd }: RevealProps) {
  const steps = useMemo(() => revealSteps(contributions), [contributions]);
  const [at, setAt] = useState(0);
  const step = steps[at];
  const isLast = at >= steps.length - 1;
  useRevealKeys({
    ArrowLeft: () => setAt(Math.max(0, at - 1)),
    ArrowRight: () => setAt(Math.min(steps.length - 1, at + 1)),
  });
  return (
    <div className={styles.stage}>
      <header className={styles.head}>
        <p className={styles.count} aria-live="polite">
          {t('capsules.revealOf', { at: at + 1, count: steps.length })}
        </p>
        <IconButton label={t('common.close')} onPress={onEnd}>
          <X size={22} aria-hidden />
        </IconButton>
      </header>
      {step && <Letter key={step.key} step={step} isFirst={at === 0} />}
      <footer className={styles.foot}>
        {isLast && <p className={styles.done}>{t('capsules.revealDone')}</p>}
        {at > 0 && (
          <IconButton label={t('capsules.revealBack')} className={styles.quiet ?? ''} onPress={() => setAt(at - 1)}>
            <ArrowLeft size={20} aria-hidden />
          </IconButton>
        )}
        {/* Each key mounts a button anew, which takes the focus where the pressed one goes away. */}
        {isLast ? (
          <Button key="last" look="primary" size="large" autoFocus onPress={onEnd}>
            {t('capsules.revealAll')}
          </Button>
        ) : (
          <>
            <Button
              key={at === 0 ? 'first' : 'next'}
              look="primary"
              size="large"
              autoFocus
              onPress={() => setAt(at + 1)}
            >
              {t('capsules.revealNext')}
              <ArrowRight size={20} aria-hidden />
            </Button>
            <Button look="ghost" className={styles.quiet ?? ''} onPress={onEnd}>
              {t('capsules.revealAll')}
            </Button>
          </>
        )}
      </footer>
    </div>
  );
}

/** The arrow keys go on and back, but not in the controls of a video or a voice note. */
function useRevealKeys(acts: Record<string, () => void>): void {
  useKeyDown((event) => {
    const act = acts[event.key];
    const isTaken = event.target instanceof HTMLVideoElement || event.target instanceof HTMLInputElement;
    if (!act || isTaken || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    act();
  });
}
