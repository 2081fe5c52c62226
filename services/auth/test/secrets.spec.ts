import fs from 'node:fs';
import {
  changePassword,
  deleteAccount,
  forgotPassword,
  login,
  logout,
  refreshSession,
  registerAccount,
  resetPassword,
  updateProfile,
  verifyEmail,
} from '@duet/contracts';
import { aUser, catchMails, eventually } from '@duet/testing';
import { RunningAuth } from './running-auth.js';

/** Every log line of the process while `work` runs. */
async function logOf(work: () => Promise<void>): Promise<string> {
  const lines: string[] = [];
  const write = fs.writeSync;
  const spy = jest.spyOn(fs, 'writeSync').mockImplementation((...args: unknown[]) => {
    if (args[0] === 1) {
      lines.push(String(args[1]));
      return Buffer.byteLength(String(args[1]));
    }
    return Reflect.apply(write, fs, args) as number;
  });
  try {
    await work();
  } finally {
    spy.mockRestore();
  }
  return lines.join('');
}

it('auth writes no secret into its log', async () => {
  const mailbox = await catchMails();
  mailbox.refuseNext('451 <secret.mailbox@example.org> is busy', '550 <secret.mailbox@example.org> unknown');
  const planted = {
    email: 'secret.mailbox@example.org',
    password: 'PlantedSecret1',
    wrong: 'PlantedWrong2',
    next: 'PlantedNext3',
    bio: 'planted biography',
    token: 'p'.repeat(43),
  };
  const secrets = new Set<string>(Object.values(planted));
  const log = await logOf(async () => {
    const auth = await RunningAuth.start({ LOG_LEVEL: 'trace', SMTP_URL: mailbox.url });
    const { email, password, wrong, next, bio, token } = planted;
    const signedIn = await auth.bus.call(registerAccount, aUser({ email, password }));
    for (const secret of [signedIn.token, signedIn.refreshToken]) secrets.add(secret);
    const caller = { token: signedIn.token };
    await auth.bus.refusal(registerAccount, aUser({ email, password }));
    await auth.bus.refusal(login, { email, password: wrong });
    await auth.bus.refusal(refreshSession, { refreshToken: `x${signedIn.refreshToken}` });
    await auth.bus.refusal(verifyEmail, { token });
    await auth.bus.refusal(resetPassword, { token, password: next });
    await auth.bus.call(forgotPassword, { email });
    await auth.bus.call(updateProfile, { bio }, caller);
    await auth.bus.call(changePassword, { currentPassword: password, newPassword: next }, caller);
    const rotated = await auth.bus.call(refreshSession, { refreshToken: signedIn.refreshToken });
    auth.clock.forward(60_000);
    await auth.bus.refusal(refreshSession, { refreshToken: signedIn.refreshToken });
    await auth.bus.call(logout, { refreshToken: rotated.refreshToken });
    // An unexpected failure: the table is missing.
    await auth.rows('ALTER TABLE users RENAME TO away');
    expect((await auth.bus.refusal(login, { email, password })).code).toBe('INTERNAL');
    expect((await auth.bus.refusal(registerAccount, aUser({ email, password }))).code).toBe('INTERNAL');
    await auth.rows('ALTER TABLE away RENAME TO users');
    await eventually(() => expect(mailbox.mails.length).toBeGreaterThan(0));
    for (const { text } of mailbox.mails) for (const [link] of text.matchAll(/[\w-]{43}/g)) secrets.add(link);
    await auth.bus.call(deleteAccount, { password: next }, caller);
    await auth.stop();
  });
  await mailbox.stop();
  expect(log).toContain('call failed unexpectedly');
  expect(log).toContain('job attempt failed');
  expect(log).toContain('mail refused');
  expect(log).toContain('refresh token reused');
  for (const secret of secrets) expect(log).not.toContain(secret);
});
