import { Heart, House, Pencil, Settings, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { t } from '../texts/index.js';
import { Avatar } from '../ui/avatar.js';
import { BackLink } from '../ui/back-link.js';
import { Badge } from '../ui/badge.js';
import { Banner } from '../ui/banner.js';
import { Button, LinkButton } from '../ui/button.js';
import { Card, type CardLook } from '../ui/card.js';
import { ConfirmDialog } from '../ui/confirm-dialog.js';
import { ConnectionIndicator } from '../ui/connection-indicator.js';
import { CopyButton } from '../ui/copy-button.js';
import { Dialog, Drawer } from '../ui/dialog.js';
import { EmptyState } from '../ui/empty-state.js';
import { IconButton } from '../ui/icon-button.js';
import { LoadState } from '../ui/load-state.js';
import { Logo, Wordmark } from '../ui/logo.js';
import { Menu } from '../ui/menu.js';
import { Popover } from '../ui/popover.js';
import { ProgressBar } from '../ui/progress-bar.js';
import { RelativeTime } from '../ui/relative-time.js';
import { CardHead, CardTitle, Kicker, Shelf, ShelfCard, ShelfCards, ShelfGroup, ShelfIntro } from '../ui/shelf.js';
import { Sign } from '../ui/sign.js';
import { Skeleton, Spinner } from '../ui/spinner.js';
import { TextLink } from '../ui/text-link.js';
import type { Tint } from '../ui/tint.js';
import { toast } from '../ui/toast-queue.js';
import styles from './design-page.module.css';
import { Choosing, Fields } from './forms.js';
import { Piece } from './piece.js';

const LOOKS = ['primary', 'secondary', 'soft', 'ghost', 'danger', 'dangerQuiet'] as const;
const SIZES = ['small', 'medium', 'large'] as const;
const AVATARS = ['small', 'medium', 'large', 'huge'] as const;
const TONES = ['info', 'error', 'ok'] as const;
const TINTS: readonly Tint[] = ['mulberry', 'honey', 'green', 'indigo', 'moss', 'clay'];
const CARDS: readonly CardLook[] = ['raised', 'plain', 'warm'];

const nothing = (): void => undefined;
const noise = (): void => void toast.success(t('common.save'));

/** Every piece of `ui` in its states, light and dark beside each other. The names are those of the code. */
export function DesignPage() {
  return (
    <main className={styles.page}>
      {(['light', 'dark'] as const).map((scheme) => (
        <div key={scheme} className={styles.scheme} style={{ colorScheme: scheme }}>
          <h1>{scheme}</h1>
          <Pieces />
        </div>
      ))}
    </main>
  );
}

const Pieces = () => (
  <>
    <Presses />
    <Fields />
    <Choosing />
    <Showing />
    <Surfaces />
    <Overlays />
  </>
);

function Presses() {
  return (
    <>
      <Piece name="button">
        {LOOKS.map((look) => (
          <Button key={look} look={look}>
            {look}
          </Button>
        ))}
        {SIZES.map((size) => (
          <Button key={size} size={size} look="soft">
            {size}
          </Button>
        ))}
        <Button isDisabled>{t('common.save')}</Button>
        <Button look="primary" isPending>
          {t('common.save')}
        </Button>
        <LinkButton href="#" look="secondary">
          {t('common.chat')}
        </LinkButton>
      </Piece>
      <Piece name="icon-button">
        <IconButton label={t('common.settings')}>
          <Settings size={20} aria-hidden />
        </IconButton>
        <IconButton label={t('common.edit')} look="primary">
          <Pencil size={20} aria-hidden />
        </IconButton>
        <IconButton label={t('common.delete')} isDisabled>
          <Trash2 size={20} aria-hidden />
        </IconButton>
      </Piece>
      <Piece name="links">
        <TextLink href="#">{t('common.memories')}</TextLink>
        <BackLink to="/">{t('common.back')}</BackLink>
        <CopyButton text={t('common.duet')} label={t('common.copy')} />
      </Piece>
    </>
  );
}

function Showing() {
  return (
    <>
      <Piece name="avatar">
        {AVATARS.map((size) => (
          <Avatar key={size} firstName="M" lastName="O" size={size} tone="mulberry" src={null} />
        ))}
        {AVATARS.map((size) => (
          <Avatar key={size} firstName="J" lastName="L" size={size} src={null} />
        ))}
      </Piece>
      <Piece name="badge">
        <Badge count={1} label={t('common.notifications')} />
        <Badge count={12} label={t('common.notifications')} />
      </Piece>
      <Piece name="banner">
        {TONES.map((tone) => (
          <Banner
            key={tone}
            tone={tone}
            action={
              <Button look="ghost" size="small">
                {t('common.retry')}
              </Button>
            }
          >
            {t('common.thisCouldNotBeLoaded')}
          </Banner>
        ))}
      </Piece>
      <Piece name="connection-indicator">
        <ConnectionIndicator connected />
        <ConnectionIndicator connected={false} />
      </Piece>
      <Piece name="progress-bar">
        <ProgressBar done={0} total={4} label={t('common.challenges')} words="0/4" />
        <ProgressBar done={3} total={4} label={t('common.challenges')} words="3/4" />
        <ProgressBar done={4} total={4} label={t('common.challenges')} words="4/4" />
      </Piece>
      <Piece name="sign">
        {TINTS.map((tint) => (
          <Sign key={tint} tint={tint}>
            <Heart size={20} aria-hidden />
          </Sign>
        ))}
        {TINTS.map((tint) => (
          <Sign key={tint} tint={tint} isLarge>
            <Heart size={24} aria-hidden />
          </Sign>
        ))}
      </Piece>
      <Piece name="spinner, skeleton">
        <Spinner label={t('common.loading')} />
        <Skeleton className={styles.skeleton} />
      </Piece>
      <Piece name="logo, relative-time">
        <Logo />
        <Wordmark />
        <RelativeTime at="2026-01-01T00:00:00Z" />
      </Piece>
    </>
  );
}

function Surfaces() {
  return (
    <>
      <Piece name="card">
        {CARDS.map((look) => (
          <Card key={look} look={look} title={look}>
            <p>{t('common.dailyQuestion')}</p>
          </Card>
        ))}
      </Piece>
      <Piece name="shelf">
        <Shelf>
          <ShelfIntro words={t('common.dailyQuestion')}>
            <Button size="small">{t('common.save')}</Button>
          </ShelfIntro>
          <ShelfGroup title={t('common.challenges')}>
            <ShelfCards>
              {TINTS.slice(0, 2).map((tint) => (
                <ShelfCard key={tint} tint={tint}>
                  <CardHead>
                    <Sign tint={tint}>
                      <Heart size={20} aria-hidden />
                    </Sign>
                    <Kicker>{tint}</Kicker>
                  </CardHead>
                  <CardTitle>{t('common.memories')}</CardTitle>
                </ShelfCard>
              ))}
            </ShelfCards>
          </ShelfGroup>
        </Shelf>
      </Piece>
      <Piece name="empty-state">
        <EmptyState icon={<House size={24} aria-hidden />} title={t('common.noPartnerLinked')}>
          <Button look="soft">{t('common.findPartner')}</Button>
        </EmptyState>
      </Piece>
      <Piece name="load-state">
        <LoadState isError={false} onRetry={nothing} failure={t('common.thisCouldNotBeLoaded')} />
        <LoadState isError onRetry={nothing} failure={t('common.thisCouldNotBeLoaded')} />
      </Piece>
    </>
  );
}

/** Overlays follow the page's own scheme: look at them in both. */
function Overlays() {
  const [open, setOpen] = useState<'dialog' | 'confirm' | 'drawer' | null>(null);
  const close = (): void => setOpen(null);
  return (
    <>
      <Piece name="dialog, confirm-dialog, drawer, menu, popover, toast">
        <Button onPress={() => setOpen('dialog')}>{'dialog'}</Button>
        <Button onPress={() => setOpen('confirm')}>{'confirm-dialog'}</Button>
        <Button onPress={() => setOpen('drawer')}>{'drawer'}</Button>
        <Menu
          label="menu"
          trigger={<Button>{'menu'}</Button>}
          entries={[
            { id: 'edit', label: t('common.edit'), icon: <Pencil size={18} aria-hidden />, onAction: noise },
            {
              id: 'delete',
              label: t('common.delete'),
              icon: <Trash2 size={18} aria-hidden />,
              danger: true,
              onAction: noise,
            },
          ]}
        />
        <Popover label="popover" trigger={<Button>{'popover'}</Button>}>
          <p className={styles.popover}>{t('common.dailyQuestion')}</p>
        </Popover>
        <Button onPress={noise}>{'toast.success'}</Button>
        <Button onPress={() => toast.error(t('common.failed'))}>{'toast.error'}</Button>
        <Button onPress={() => toast.live(t('common.message'), { label: t('common.undo'), onAction: nothing })}>
          {'toast.live'}
        </Button>
      </Piece>
      <Dialog title={t('common.memories')} isOpen={open === 'dialog'} onClose={close}>
        <p>{t('common.dailyQuestion')}</p>
      </Dialog>
      <ConfirmDialog
        title={t('common.delete')}
        isOpen={open === 'confirm'}
        onClose={close}
        onConfirm={close}
        confirmLabel={t('common.delete')}
      >
        <p>{t('common.dailyQuestion')}</p>
      </ConfirmDialog>
      <Drawer label="drawer" isOpen={open === 'drawer'} onClose={close}>
        <p className={styles.popover}>{t('common.dailyQuestion')}</p>
      </Drawer>
    </>
  );
}
