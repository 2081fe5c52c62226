import { once } from 'node:events';
import { connect } from 'node:net';
import { eventually } from './eventually.js';
import { catchMails } from './mail-catcher.js';

const MAIL = [
  'Subject: A link',
  'Content-Type: multipart/alternative;',
  ' boundary="--_Part-1"',
  '',
  '----_Part-1',
  'Content-Type: text/plain; charset=utf-8',
  'Content-Transfer-Encoding: quoted-printable',
  '',
  'https://duet.example/keep/AAAA=',
  '--BBBB',
  '----_Part-1',
  'Content-Type: text/html; charset=utf-8',
  '',
  '<p>A link</p>',
  '----_Part-1--',
];

it('keeps a line that begins with two dashes', async () => {
  const catcher = await catchMails();
  try {
    const socket = connect(Number(new URL(catcher.url).port), '127.0.0.1');
    await once(socket, 'connect');
    socket.end(['MAIL FROM:<a@example.org>', 'RCPT TO:<b@example.org>', 'DATA', ...MAIL, '.', 'QUIT', ''].join('\r\n'));
    await eventually(() => expect(catcher.mails).toHaveLength(1));
    expect(catcher.mails[0]).toMatchObject({
      to: ['b@example.org'],
      subject: 'A link',
      text: 'https://duet.example/keep/AAAA--BBBB',
      html: '<p>A link</p>',
    });
  } finally {
    await catcher.stop();
  }
});
