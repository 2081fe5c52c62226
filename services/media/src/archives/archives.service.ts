import { Readable, Transform, addAbortSignal } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  type Actor,
  type ContributionView,
  getPartnerStatus,
  getProfile,
  getSettings,
  listContributions,
  takeCapsule,
} from '@duet/contracts';
import { AppError, type CallContext, Clock, LOGGER, type Log, RpcClient } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { ZipFile } from 'yazl';
import { EntityFilesService } from '../attachments/entity-files.service.js';
import { type ExportedFile, pathOf } from '../exports/exported-media.js';
import { addFiles } from '../exports/zip-parts.js';
import { SealedObjects } from '../sealing/sealed-objects.js';
import { pageTexts } from '../texts/index.js';
import { archivePage } from './archive-page.js';
import { type CapsuleArchive, archiveData, fileIdsIn } from './capsule-archive.js';

/** Archives that one process writes at a time, and those of one person. */
const AT_ONCE = 8;
const EACH = 2;

/** Seconds after which a refused client may try again. */
const RETRY_AFTER = 30;

/** The longest download, and the longest pause of its reader, in milliseconds. */
const LONGEST = 60 * 60_000;
const IDLE = 60_000;

/** A ZIP that is written while it is read. */
export interface WrittenArchive {
  title: string;
  stream: Readable;
}

/** Copies of capsules to take along: what their reader reads in the capsule, and nothing else. */
@Injectable()
export class ArchivesService {
  private readonly running = new Set<Pick<Actor, 'userId'>>();

  constructor(
    @Inject(RpcClient) private readonly rpc: RpcClient,
    @Inject(EntityFilesService) private readonly files: EntityFilesService,
    @Inject(SealedObjects) private readonly objects: SealedObjects,
    @Inject(Clock) private readonly clock: Clock,
    @Inject(LOGGER) private readonly log: Log,
  ) {}

  /**
   * Starts a ZIP with a page to print, the data and the files. One file is open at a time.
   * @throws AppError UNAVAILABLE while too many are written, RATE_LIMITED if the person's; the refusals of memories
   */
  async write(call: CallContext, actor: Actor, capsuleId: string, gone: AbortSignal): Promise<WrittenArchive> {
    const own = this.take(actor);
    const ended = new AbortController();
    try {
      const archive = await this.read(call, capsuleId);
      const zip = await this.zipOf(archive, actor, ended.signal);
      const stream = watched(IDLE);
      const signal = AbortSignal.any([gone, AbortSignal.timeout(LONGEST)]);
      zip.once('error', (cause) => stream.destroy(cause instanceof Error ? cause : new Error('the archive failed')));
      void pipeline(zip.outputStream, stream, { signal })
        .catch((err: unknown) => gone.aborted || this.log.warn({ err }, 'capsule archive failed'))
        .finally(() => {
          this.running.delete(own);
          ended.abort();
        });
      return { title: archive.capsule.title, stream };
    } catch (cause) {
      this.running.delete(own);
      ended.abort();
      throw cause;
    }
  }

  /** Takes one of the slots, which its delete from `running` returns. */
  private take({ userId }: Actor): Pick<Actor, 'userId'> {
    const theirs = [...this.running].filter((one) => one.userId === userId);
    if (theirs.length >= EACH) throw new AppError('RATE_LIMITED', { retryAfter: RETRY_AFTER });
    if (this.running.size >= AT_ONCE) throw new AppError('UNAVAILABLE', { retryAfter: RETRY_AFTER });
    const own = { userId };
    this.running.add(own);
    return own;
  }

  /** All at once: the words of a full capsule are a few megabytes. */
  private async read(call: CallContext, id: string): Promise<CapsuleArchive> {
    const capsule = await this.rpc.call(takeCapsule, call, { id });
    const [profile, settings, { partner, couple }] = await Promise.all([
      this.rpc.call(getProfile, call, {}),
      this.rpc.call(getSettings, call, {}),
      this.rpc.call(getPartnerStatus, call, {}),
    ]);
    const contributions: ContributionView[] = [...capsule.contributions];
    for (let cursor = capsule.nextContribution; cursor !== null;) {
      const page = await this.rpc.call(listContributions, call, { id, cursor });
      contributions.push(...page.contributions);
      cursor = page.nextCursor;
    }
    const people = [profile, ...(partner ? [partner] : [])];
    return {
      capsule,
      contributions,
      names: new Map(people.map(({ _id, firstName }) => [_id, firstName])),
      texts: pageTexts(settings.account.language),
      locale: settings.account.language,
      timeZone: couple?.timezone ?? 'UTC',
      at: this.clock.now(),
    };
  }

  private async zipOf(archive: CapsuleArchive, { userId }: Actor, ended: AbortSignal): Promise<ZipFile> {
    const zip = new ZipFile();
    const { at, capsule } = archive;
    const ids = fileIdsIn(archive);
    const originals = await this.files.presentOriginals(userId, { type: 'capsule', id: capsule._id }, ids);
    const files = originals.map(({ id, filename, object, sealed }): ExportedFile => ({
      id,
      path: pathOf(id, filename),
      object: { ...object, sealed },
    }));
    const open = async (file: ExportedFile): Promise<Readable | null> => {
      const stream = await this.open(userId, capsule._id, file);
      // yazl leaves the file open that a reader broke off, and its connection to the store.
      return stream && addAbortSignal(ended, stream);
    };
    const media = await addFiles(zip, files, open, at);
    zip.addReadStreamLazy('index.html', { mtime: at }, (give) =>
      give(null, Readable.from(archivePage(archive, media))),
    );
    zip.addBuffer(Buffer.from(`${JSON.stringify(archiveData(archive, media), null, 2)}\n`), 'capsule.json', {
      mtime: at,
    });
    zip.end();
    return zip;
  }

  /** Asks again at each file: a download may outlive the couple or the file. */
  private async open(userId: string, capsuleId: string, { id, object }: ExportedFile): Promise<Readable | null> {
    const [still] = await this.files.presentOriginals(userId, { type: 'capsule', id: capsuleId }, [id]);
    return still ? this.objects.openLarge(object) : null;
  }
}

/** Passes bytes on, and fails when nothing was taken for some time. @param idle milliseconds */
function watched(idle: number): Readable & Transform {
  const stream: Transform = new Transform({
    transform: (chunk, _encoding, done) => {
      timer.refresh();
      done(null, chunk);
    },
  });
  const timer = setTimeout(() => stream.destroy(new Error('the reader of an archive stalled')), idle);
  stream.once('close', () => clearTimeout(timer));
  return stream;
}
