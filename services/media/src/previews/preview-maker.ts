import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type AppError, toAppError } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { type PagePicture, pagePicture } from '../images/page-picture.js';
import { HeavyWork, type Requester } from '../work/heavy-work.js';
import { clean } from './clean.js';
import { SITE_NAME, pageOf } from './page.js';
import { PreviewRefusedError } from './site-address.js';
import { SiteClient, type FetchLimits } from './site-client.js';

const PAGE: FetchLimits = {
  accept: 'text/html, application/xhtml+xml;q=0.9',
  types: /^\s*(text\/html|application\/xhtml\+xml)\s*(;|$)/i,
  bytes: 512 * 1024,
  mayBeCut: true,
};

const PICTURE: FetchLimits = {
  accept: 'image/webp, image/png, image/jpeg, image/gif;q=0.8',
  types: /^\s*image\/(png|jpe?g|webp|gif)\s*(;|$)/i,
  bytes: 5 * 1024 * 1024,
  mayBeCut: false,
};

/** The texts of a preview, and its picture on the local disk. */
export interface PagePreview {
  siteName: string;
  title: string;
  description: string | null;
  picture: PagePicture | null;
}

/** Fetches the page behind a link and its picture. */
@Injectable()
export class PreviewMaker {
  constructor(
    @Inject(SiteClient) private readonly sites: SiteClient,
    @Inject(HeavyWork) private readonly work: HeavyWork,
  ) {}

  /** Makes a preview. @param folder a temporary folder that outlives the picture's use @param requester its sender @throws PreviewRefusedError when a retry is pointless; other errors are temporary */
  async make(url: string, folder: string, requester: Requester): Promise<PagePreview> {
    const { signal } = requester;
    const found = await this.sites.get(url, PAGE, signal);
    const { title, description, siteName, image } = pageOf(found.bytes, found.contentType);
    if (title === null) throw new PreviewRefusedError('a page without a title');
    const picture = image === null ? null : await this.picture(image, found.url, folder, requester);
    return {
      siteName: siteName ?? clean(new URL(url).hostname.replace(/^www\./, ''), SITE_NAME),
      title,
      description,
      picture,
    };
  }

  /** Null for a picture that the site does not serve or that is unreadable. @throws AppError UNAVAILABLE, RATE_LIMITED */
  private async picture(address: string, base: URL, folder: string, requester: Requester): Promise<PagePicture | null> {
    const { signal } = requester;
    const bytes = await this.sites.get(address, PICTURE, signal, base).then(
      (found) => found.bytes,
      (cause: unknown) => leftOut(cause, signal),
    );
    if (!bytes) return null;
    try {
      const path = join(folder, 'found');
      await writeFile(path, bytes, { mode: 0o600 });
      return await this.work.run(requester, () => pagePicture(path, folder));
    } catch (cause) {
      // A full disk or queue is no fault of the picture: the job is retried.
      const failure = toAppError(cause);
      if (isOurs(failure)) throw failure;
      return leftOut(cause, signal);
    }
  }
}

/** Whether Duet has failed, and not the site or its picture. */
export const isOurs = ({ code }: AppError): boolean => code === 'UNAVAILABLE' || code === 'RATE_LIMITED';

function leftOut(cause: unknown, signal: AbortSignal): null {
  if (signal.aborted) throw cause;
  return null;
}
