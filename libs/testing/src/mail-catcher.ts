import { once } from 'node:events';
import { type AddressInfo, type Socket, createServer } from 'node:net';

export interface CaughtMail {
  /** The recipients of the envelope, not of the header. */
  to: string[];
  subject: string;
  headers: string;
  text: string;
  html: string;
}

export interface MailCatcher {
  url: string;
  mails: CaughtMail[];
  /** Refuses the next recipients with these SMTP answers, one each. */
  refuseNext: (...answers: string[]) => void;
  /** Refuses every mail to these addresses with this answer, to the recipient or, at `DATA`, to the message; null accepts them again. */
  refuseAddress: (address: string, answer: string | null, at?: 'RCPT' | 'DATA') => void;
  stop: () => Promise<void>;
}

/** Starts a mail server that stores all mails. It knows the SMTP commands of nodemailer. */
export async function catchMails(): Promise<MailCatcher> {
  const mails: CaughtMail[] = [];
  const refusals: string[] = [];
  const addresses = new Map<string, { answer: string; at: 'RCPT' | 'DATA' }>();
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.once('close', () => sockets.delete(socket)));
    socket.on('error', () => socket.destroy());
    converse(
      socket,
      (mail) => mails.push(mail),
      () => refusals.shift(),
      (to, at) => to.map((one) => addresses.get(one)).find((refused) => refused?.at === at)?.answer,
    );
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    mails,
    refuseNext: (...answers) => void refusals.push(...answers),
    refuseAddress: (address, answer, at = 'RCPT') =>
      void (answer === null ? addresses.delete(address) : addresses.set(address, { answer, at })),
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

function converse(
  socket: Socket,
  store: (mail: CaughtMail) => void,
  refusal: () => string | undefined,
  refusalOf: (to: readonly string[], at: 'RCPT' | 'DATA') => string | undefined,
): void {
  let pending = '';
  let to: string[] = [];
  let body: string[] | null = null;
  const say = (line: string): void => void socket.write(`${line}\r\n`);

  const receive = (line: string): void => {
    if (body) {
      if (line !== '.') return void body.push(line.replace(/^\.\./, '.'));
      const refused = refusalOf(to, 'DATA');
      if (!refused) store(parseMail(to, body.join('\r\n')));
      body = null;
      return say(refused ?? '250 stored');
    }
    const verb = line.slice(0, 4).toUpperCase();
    if (verb === 'MAIL') to = [];
    if (verb === 'RCPT') {
      const address = /<([^<>]*)>/.exec(line)?.[1] ?? '';
      const refused = refusal() ?? refusalOf([address], 'RCPT');
      if (refused) return say(refused);
      to.push(address);
    }
    if (verb === 'DATA') body = [];
    say(verb === 'DATA' ? '354 continue' : verb === 'QUIT' ? '221 bye' : '250 ok');
  };

  say('220 catcher');
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    const lines = (pending + chunk).split('\r\n');
    pending = lines.pop() ?? '';
    lines.forEach(receive);
  });
}

function parseMail(to: string[], raw: string): CaughtMail {
  const [headers = ''] = raw.split('\r\n\r\n');
  const unfolded = headers.replaceAll(/\r\n[ \t]/g, ' ');
  const subject = /^Subject: (.*)$/m.exec(unfolded)?.[1]?.trim() ?? '';
  return {
    to,
    subject: decoded(subject),
    headers: unfolded,
    text: part(raw, 'text/plain'),
    html: part(raw, 'text/html'),
  };
}

const quotedPrintable = (text: string): string =>
  Buffer.from(
    text.replaceAll(/=([0-9A-F]{2})/g, (_match, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString();

/** A header without its encoded words (RFC 2047); between two of them, spaces have no meaning. */
const decoded = (header: string): string =>
  header
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?utf-8\?(Q|B)\?([^?]*)\?=/gi, (_match, kind: string, text: string) =>
      kind.toUpperCase() === 'B' ? Buffer.from(text, 'base64').toString() : quotedPrintable(text.replaceAll('_', ' ')),
    );

/** The decoded content of one alternative of a multipart mail. */
function part(raw: string, type: string): string {
  const start = raw.indexOf(`Content-Type: ${type}`);
  if (start < 0) return '';
  const [head = '', ...rest] = raw.slice(start).split('\r\n\r\n');
  // A line of quoted-printable may begin with two dashes too, such as the rest of a token.
  const boundary = /boundary="([^"]+)"/.exec(raw)?.[1] ?? '';
  const content = rest.join('\r\n\r\n').split(`\r\n--${boundary}`)[0] ?? '';
  if (/base64/i.test(head)) return Buffer.from(content, 'base64').toString();
  if (!/quoted-printable/i.test(head)) return content;
  return quotedPrintable(content.replaceAll('=\r\n', ''));
}
