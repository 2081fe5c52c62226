import { Banner } from '../../ui/banner.js';

/** Errors that belong to no single field. */
export function FormBanner({ messages }: { messages: readonly string[] }) {
  return messages.map((message) => (
    <Banner key={message} tone="error">
      {message}
    </Banner>
  ));
}
