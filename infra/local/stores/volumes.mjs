import { closeSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { run } from '../command.mjs';
import { Failure, explain } from '../failure.mjs';
import { postgresHome, postgresUser } from './postgres-user.mjs';

/*
 * File systems of their own for stores, which can lose power and be full: ext4 on images behind loop devices. That needs
 * root on Linux. An image is sparse, so its size costs nothing until it is written.
 */

/** @typedef {'postgres' | 'redis' | 'nats' | 's3' | 'uploads'} VolumeName */

const SIZE = 2 * 2 ** 30;

/** The rest that `fill` writes itself, because space cannot be allocated to the last block. */
const REST = 2 ** 20;

const FILLER = 'filler';

/** How long the children of a killed store may use its volume, in milliseconds. */
const UNMOUNTED_WITHIN = 20_000;

/**
 * Ends a file system at once: nothing that waits in memory reaches the disk any more, neither data nor the journal
 * (FS_IOC_SHUTDOWN with EXT4_GOING_FLAGS_NOLOGFLUSH, as xfstests simulate a power cut).
 */
const SHUT_DOWN =
  'open(my $place, "<", $ARGV[0]) or die "$!\\n"; my $how = pack("L", 2); ioctl($place, 0x8004587d, $how) or die "$!\\n"';

/** @param {string} command @param {string[]} args */
async function must(command, args) {
  const { code, output } = await run(command, args);
  if (code !== 0) throw new Failure(`${command} ${args.join(' ')} failed: ${output.trim()}`);
}

/** Unmounts as soon as no process uses it. @param {string} place */
async function unmount(place) {
  for (const deadline = Date.now() + UNMOUNTED_WITHIN; ; await delay(50)) {
    const { code, output } = await run('umount', [place]);
    if (code === 0) return;
    if (Date.now() > deadline) throw new Failure(`${place} is still in use: ${output.trim()}`);
  }
}

/** Unmounts what a killed run has left mounted in a folder. @param {string} dir */
export async function unmountBelow(dir) {
  if (process.platform !== 'linux') return;
  const places = readFileSync('/proc/self/mounts', 'utf8')
    .split('\n')
    .map((line) => line.split(' ')[1] ?? '')
    .filter((place) => place.startsWith(`${dir}/`));
  for (const place of places) await unmount(place);
}

/** Writes until nothing fits. @param {string} path @param {number} chunk bytes */
function writeAll(path, chunk) {
  const file = openSync(path, 'a');
  try {
    for (;;) writeSync(file, Buffer.alloc(chunk));
  } catch (cause) {
    // Errors of another realm fail `instanceof`.
    if (/** @type {NodeJS.ErrnoException} */ (cause).code !== 'ENOSPC') throw cause;
  } finally {
    closeSync(file);
  }
}

/**
 * Creates an image and mounts it.
 * @param {string} image its file @param {string} place the folder that it becomes
 */
async function openVolume(image, place) {
  mkdirSync(place, { recursive: true });
  const mount = () => must('mount', ['-t', 'ext4', '-o', 'loop,discard,noinit_itable', image, place]);
  await must('truncate', ['--size', String(SIZE), image]);
  await must('mkfs.ext4', ['-q', '-F', '-b', '4096', '-m', '0', '-E', 'lazy_itable_init=1,lazy_journal_init=1', image]);
  await mount();
  // Stores take everything in their folder for their own.
  rmSync(join(place, 'lost+found'), { recursive: true });
  const filler = join(place, FILLER);
  return {
    /** Everything written so far is on the disk. */
    sync: () => must('sync', ['--file-system', place]),
    /** Loses what its store has written and not flushed. The store must have been killed. */
    async cut() {
      await must('perl', ['-e', SHUT_DOWN, place]);
      await unmount(place);
      await mount();
    },
    /** Leaves no free block. */
    async fill() {
      const { bavail, bsize } = statfsSync(place);
      const length = bavail * bsize - REST;
      if (length > 0) await run('fallocate', ['--length', String(length), filler]);
      for (const chunk of [65_536, 4_096]) writeAll(filler, chunk);
    },
    free: () => rmSync(filler, { force: true }),
    close: () => unmount(place),
  };
}

/** Why this machine has no volumes, found by a trial; null if it has. @returns {Promise<string | null>} */
export async function lackOfVolumes() {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'volumes need root on Linux';
  const dir = mkdtempSync(join(tmpdir(), 'duet-volume-'));
  try {
    const volume = await openVolume(join(dir, 'trial.img'), join(dir, 'trial'));
    await volume.cut();
    await volume.close();
    return null;
  } catch (cause) {
    return `this machine cannot cut the power of a volume (${explain(cause)})`;
  } finally {
    await unmountBelow(dir);
    rmSync(dir, { recursive: true });
  }
}

/** Where each volume belongs, below the folder of `startStores`. @param {string} dir @returns {Record<VolumeName, string>} */
const placesIn = (dir) => ({
  postgres: postgresHome(dir, postgresUser()),
  redis: join(dir, 'stores', 'redis'),
  nats: join(dir, 'stores', 'nats', 'data'),
  s3: join(dir, 'stores', 's3'),
  uploads: join(dir, 'uploads'),
});

/**
 * A volume for each store and for the temporary files of media, mounted before the stores start. Close them after the stores.
 * @param {string} dir as for `startStores`
 */
export async function openVolumes(dir) {
  const images = join(dir, 'volumes');
  mkdirSync(images, { recursive: true });
  /** @type {Map<VolumeName, Awaited<ReturnType<typeof openVolume>>>} */
  const volumes = new Map();
  let cuts = 0;
  const close = async () => {
    for (const volume of volumes.values()) await volume.close();
  };
  try {
    for (const [name, place] of Object.entries(placesIn(dir)))
      volumes.set(/** @type {VolumeName} */ (name), await openVolume(join(images, `${name}.img`), place));
  } catch (cause) {
    await close();
    throw cause;
  }
  /** @param {VolumeName} name */
  const volume = (name) => /** @type {Awaited<ReturnType<typeof openVolume>>} */ (volumes.get(name));
  return {
    /** Cuts the power of one machine with these volumes, whose stores were killed. @param {VolumeName[]} names */
    async cut(names) {
      cuts += 1;
      await Promise.all(names.map((name) => volume(name).cut()));
    },
    cuts: () => cuts,
    /** @param {VolumeName} name */
    fill: (name) => volume(name).fill(),
    /** @param {VolumeName} name */
    free: (name) => volume(name).free(),
    sync: () => Promise.all([...volumes.values()].map((one) => one.sync())),
    close,
  };
}

/** @typedef {Awaited<ReturnType<typeof openVolumes>>} Volumes */
