import { type ComponentProps, type MouseEvent, createContext, useContext } from 'react';

/** Goes to a path of the app. The pages before the sign-in have no router: there the browser follows links. */
export const FollowContext = createContext<((path: string) => void) | null>(null);

/** Whether the browser follows a link itself, for example into another tab. */
export const isOfBrowser = ({ button, metaKey, altKey, ctrlKey, shiftKey }: MouseEvent): boolean =>
  button !== 0 || metaKey || altKey || ctrlKey || shiftKey;

/** A link that the router follows if it leads to a page of the app. */
export function AppLink({ href, download, children, ...props }: ComponentProps<'a'> & { href: string }) {
  const follow = useContext(FollowContext);
  const press = (event: MouseEvent<HTMLAnchorElement>): void => {
    if (!follow || !href.startsWith('/') || download !== undefined || isOfBrowser(event)) return;
    event.preventDefault();
    follow(href);
  };
  return (
    <a {...props} href={href} download={download} onClick={press}>
      {children}
    </a>
  );
}
