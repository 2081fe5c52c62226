/** Names of the headers of a call over the bus. */
export const RPC_HEADERS = {
  authorization: 'authorization',
  requestId: 'x-request-id',
  trace: 'traceparent',
  ip: 'x-client-ip',
  userAgent: 'x-client-agent',
  device: 'x-client-device',
  language: 'accept-language',
} as const;
