import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Inject, Injectable } from '@nestjs/common';
import { type PagePicture, pagePicture } from '../images/page-picture.js';
import { HeavyWork } from '../work/heavy-work.js';
import { clean } from './clean.js';
import { SITE_NAME, pageOf } from './page.js';
import { Refusal } from './site-address.js';
import { SiteClient, type Wish } from './site-client.js';

const PAGE: Wish = {
  accept: 'text/html, application/xhtml+xml;q=0.9',
  types: /^\s*(text\/html|application\/xhtml\+xml)\s*(;|$)/i,
  bytes: 512 * 1024,
  mayBeCut: true,
};

const PICTURE: Wish = {
  accept: 'image/webp, image/png, image/jpeg, image/gif;q=0.8',
  types: /^\s*image\/(png|jpe?g|webp|gif)\s*(;|$)/i,
  bytes: 5 * 1024 * 1024,
  mayBeCut: false,
};

/** What is known of a page, and its picture on our disk. */
export interface Looked {
  siteName: string;
  title: string;
  description: string | null;
  picture: PagePicture | null;
}

/** Looks at the page behind a link, and at its picture. */
@Injectable()
export class PreviewMaker {
  constructor(
    @Inject(SiteClient) private readonly sites: SiteClient,
    @Inject(HeavyWork) private readonly work: HeavyWork,
  ) {}

  /** @param folder lent for as long as the picture is needed. @throws Refusal, or what may go better next time */
  async look(url: string, folder: string, signal: AbortSignal): Promise<Looked> {
    const found = await this.sites.get(url, PAGE, signal);
    const { title, description, siteName, image } = pageOf(found.bytes, found.contentType);
    if (title === null) throw new Refusal('a page without a title');
    const picture = image === null ? null : await this.picture(image, found.url, folder, signal);
    return { siteName: siteName ?? clean(new URL(url).hostname.replace(/^www\./, ''), SITE_NAME), title, description, picture };
  }

  /** A page whose picture cannot be had is a preview all the same. */
  private async picture(address: string, base: URL, folder: string, signal: AbortSignal): Promise<PagePicture | null> {
    try {
      const { bytes } = await this.sites.get(address, PICTURE, signal, base);
      const path = join(folder, 'found');
      await writeFile(path, bytes, { mode: 0o600 });
      return await this.work.run(signal, () => pagePicture(path, folder));
    } catch (cause) {
      if (signal.aborted) throw cause;
      return null;
    }
  }
}
