import { randomUUID } from 'node:crypto';
import type { ConversationPage, MessageView, ReadMarkerView } from '@duet/contracts';
import { accessToken, testKeys } from '@duet/testing';
import { Messages } from './api-client/Messages.js';
import type { ErrorBody } from './api-client/data-contracts.js';
import { type Edge, startEdge } from './edge.js';
import { ANSWERS, REPEATED, startMessagePeers } from './message-peers.js';

const keys = testKeys();

let edge: Edge<Awaited<ReturnType<typeof startMessagePeers>>>;
let messages: Messages<string>;

beforeAll(async () => {
  edge = await startEdge(keys, startMessagePeers);
  await edge.app.listen(0, '127.0.0.1');
  messages = new Messages({
    baseUrl: await edge.app.getUrl(),
    securityWorker: (token) => ({ headers: { authorization: `Bearer ${token}` } }),
  });
  messages.setSecurityData(accessToken(keys, { userId: randomUUID(), sessionId: randomUUID() }));
});

afterAll(() => edge.stop());

// The annotated types come from the contracts, so a document that disagrees with them does not compile.
describe('the client generated from the API document', () => {
  it('sends a message and distinguishes a new one from a repeated one', async () => {
    const first = await messages.messagesSend({ content: 'Hello', clientMessageId: randomUUID() });
    const message: MessageView = first.data.data;
    expect([first.status, message]).toEqual([201, ANSWERS.message]);
    expect((await messages.messagesSend({ content: REPEATED })).status).toBe(200);
  });

  it('reads a page of the conversation', async () => {
    const page: ConversationPage = (await messages.messagesConversation({ limit: 20 })).data.data;
    expect(page).toEqual(ANSWERS.page);
  });

  it('moves the read marker', async () => {
    const marker: ReadMarkerView = (await messages.messagesMarkRead({})).data.data;
    expect(marker).toEqual(ANSWERS.marker);
  });

  it('passes path parameters by position', async () => {
    const edited: MessageView = (await messages.messageChangesEdit(ANSWERS.message._id, { content: 'Better' })).data
      .data;
    expect(edited._id).toBe(ANSWERS.message._id);
  });

  it('receives errors in the documented shape', async () => {
    const refusal: unknown = await messages.messagesSend({ content: '' }).catch((answer: unknown) => answer);
    const error = (refusal as { error: ErrorBody }).error;
    expect(error).toMatchObject({ success: false, code: 'VALIDATION_FAILED', errors: [{ field: 'content' }] });
  });
});
