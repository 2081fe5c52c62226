import type { ComponentProps, MouseEvent } from 'react';
import { createPath, useHref, useLocation, useNavigate } from 'react-router-dom';
import { isOfBrowser } from './app-link.js';

interface LinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  to: string;
}

/** A link within the app. React Router's own brings its data router, forms and prefetching, which Duet does not use. */
export function Link({ to, onClick, children, ...props }: LinkProps) {
  const href = useHref(to);
  const location = useLocation();
  const navigate = useNavigate();
  const follow = (event: MouseEvent<HTMLAnchorElement>): void => {
    onClick?.(event);
    if (event.defaultPrevented || isOfBrowser(event)) return;
    event.preventDefault();
    void navigate(to, { replace: createPath(location) === href });
  };
  return (
    <a {...props} href={href} onClick={follow}>
      {children}
    </a>
  );
}

/** A link of a navigation, which marks the page of its path and those below it. */
export function NavLink({ to, ...props }: LinkProps) {
  const { pathname } = useLocation();
  const isHere = `${pathname}/`.toLowerCase().startsWith(`${to}/`);
  return <Link to={to} {...(isHere && { 'aria-current': 'page' })} {...props} />;
}
