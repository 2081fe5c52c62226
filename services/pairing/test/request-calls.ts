import { respondToRequest, sendPartnerRequest } from '@duet/contracts';
import type { TestUser } from './running-pairing.js';

export const ask = async (from: TestUser, to: TestUser, message = 'hello'): Promise<string> => {
  const { request } = await from.call(sendPartnerRequest, { receiverId: to.id, message });
  if (!request) throw new Error('no request was made');
  return request.id;
};

export const linkUp = async (a: TestUser, b: TestUser) => {
  const { couple } = await b.call(respondToRequest, { id: await ask(a, b), action: 'accept' });
  if (!couple) throw new Error('no couple was made');
  return couple;
};
