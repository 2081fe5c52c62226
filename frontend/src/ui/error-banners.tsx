import { Banner } from './banner.js';

/** Errors that belong to no single field. */
export function ErrorBanners({ messages }: { messages: readonly string[] }) {
  return messages.map((message) => (
    <Banner key={message} tone="error">
      {message}
    </Banner>
  ));
}
