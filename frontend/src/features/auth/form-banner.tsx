import { Banner } from '../../ui/banner.js';

/** What went wrong and belongs to no single field. */
export function FormBanner({ messages }: { messages: readonly string[] }) {
  return messages.map((message) => (
    <Banner key={message} tone="error">
      {message}
    </Banner>
  ));
}
