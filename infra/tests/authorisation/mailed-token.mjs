import { eventually } from '../../local/eventually.mjs';

const WITHIN = 30_000;

/**
 * The token in the link of a mail, as soon as the mail has arrived.
 * @param {Record<string, string>} stores @param {string} address @param {string} page such as `verify-email`
 * @returns {Promise<string>}
 */
export const mailedToken = (stores, address, page) =>
  eventually(async () => {
    /** @type {{text: string, to: {address: string}[]}[]} */
    const mails = await (await fetch(`${stores.MAIL_PAGE}/email`)).json();
    const token = mails
      .filter(({ to }) => to.some((one) => one.address === address))
      .map(({ text }) => text.match(`/${page}/([\\w~-]+)`)?.[1])
      .find(Boolean);
    if (!token) throw new Error(`no mail with a link to ${page} came for ${address}`);
    return token;
  }, WITHIN);
