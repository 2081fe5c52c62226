import type { Texts } from '../texts/index.js';

/** The content of a mail, without a format. */
export interface MailContent {
  /** The recipient, when it is not the account's address. */
  to?: string;
  subject: string;
  paragraphs: string[];
  action?: { label: string; url: string };
  footnote: string;
  /** Switches mails of this kind off. */
  unsubscribe?: { label: string; url: string };
}

type GreetedContent = MailContent & { greeting: string };

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

const escape = (text: string): string => text.replaceAll(/[&<>"']/g, (character) => ESCAPES[character] ?? '');

const linkInText = (link?: { label: string; url: string }): string[] => (link ? [`${link.label}:\n${link.url}`] : []);

export function asText({ greeting, paragraphs, action, footnote, unsubscribe }: GreetedContent): string {
  const parts = [greeting, ...paragraphs, ...linkInText(action), footnote, ...linkInText(unsubscribe), 'Duet'];
  return `${parts.join('\n\n')}\n`;
}

const FONT = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

const paragraph = (text: string): string => `<p style="margin:0 0 16px;line-height:1.5">${escape(text)}</p>`;

const button = ({ t }: Texts, { label, url }: { label: string; url: string }): string => `
      <p style="margin:24px 0"><a href="${escape(url)}" style="display:inline-block;padding:12px 24px;border-radius:999px;background:#c2255c;color:#ffffff;text-decoration:none;font-weight:600">${escape(label)}</a></p>
      <p style="margin:0 0 16px;font-size:13px;color:#6b5b63;line-height:1.5">${escape(t('mails.openAddressInstead'))}<br><a href="${escape(url)}" style="color:#a61e4d;word-break:break-all">${escape(url)}</a></p>`;

const linkInHtml = ({ label, url }: { label: string; url: string }): string =>
  `<a href="${escape(url)}" style="color:#a61e4d">${escape(label)}</a>`;

export function asHtml(texts: Texts, content: GreetedContent): string {
  const { subject, greeting, paragraphs, action, footnote, unsubscribe } = content;
  return `<!doctype html>
<html lang="${texts.language}">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width">
    <title>${escape(subject)}</title>
  </head>
  <body style="margin:0;background:#fdf2f5;color:#2b1b22;${FONT}">
    <div style="max-width:520px;margin:0 auto;padding:32px 24px;background:#ffffff">
      <p style="margin:0 0 24px;font-size:20px;font-weight:700;color:#a61e4d">Duet</p>
      ${[greeting, ...paragraphs].map(paragraph).join('\n      ')}${action ? button(texts, action) : ''}
      <p style="margin:24px 0 0;font-size:13px;color:#6b5b63;line-height:1.5">${escape(footnote)}${unsubscribe ? ` ${linkInHtml(unsubscribe)}` : ''}</p>
    </div>
  </body>
</html>
`;
}
