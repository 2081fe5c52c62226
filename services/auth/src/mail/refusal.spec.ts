import { refusalOf } from './refusal.js';

const failure = (command: string, response: string) =>
  Object.assign(new Error(response), { command, response, responseCode: Number(response.slice(0, 3)) });

describe('refusalOf', () => {
  it.each([
    ['RCPT TO', '550 5.1.1 no such user', 'address'],
    ['RCPT TO', '550 no such user', 'address'],
    ['RCPT TO', '552 5.2.2 mailbox full', 'address'],
    ['RCPT TO', '550 5.7.1 listed as a spammer', 'sender'],
    ['RCPT TO', '550 5.4.1 no route', 'sender'],
    ['RCPT TO', '553 5.1.8 bad domain of the sender', 'sender'],
    ['DATA', '550-5.1.1 no such user', 'address'],
    ['DATA', '554 rejected', 'address'],
    ['DATA', '554 5.7.26 no DKIM', 'sender'],
    ['MAIL FROM', '550 5.1.1 who is that', 'sender'],
    ['RCPT TO', '450 4.2.1 later', null],
    ['DATA', '421 4.7.0 slow down', null],
    ['AUTH PLAIN', '535 5.7.8 wrong password', null],
  ])('reads the answer to %s %j as %s', (command, response, refusal) => {
    expect(refusalOf(failure(command, response))).toBe(refusal);
  });

  it.each([[new Error('Connection closed')], ['x'], [undefined]])('reads %p as no refusal', (cause) => {
    expect(refusalOf(cause)).toBeNull();
  });
});
