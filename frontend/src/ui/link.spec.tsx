import { createEvent, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter, useLocation, useNavigationType } from 'react-router-dom';
import { Link, NavLink } from './link.js';

const Address = () => {
  const { pathname, search } = useLocation();
  return <output>{`${useNavigationType()} ${pathname}${search}`}</output>;
};

const show = (at: string, onClick?: () => void): void =>
  void render(
    <MemoryRouter initialEntries={[at]}>
      <Link to="/memories?tag=sea" onClick={onClick}>
        Sea
      </Link>
      <NavLink to="/chat">Chat</NavLink>
      <Address />
    </MemoryRouter>,
  );

const link = (name: string): HTMLElement => screen.getByRole('link', { name });

const address = (): string | null => screen.getByRole('status').textContent;

it('leads to its page without a new document, and tells its owner', () => {
  const followed = jest.fn();
  show('/chat', followed);
  expect(fireEvent.click(link('Sea'))).toBe(false);
  expect(address()).toBe('PUSH /memories?tag=sea');
  expect(followed).toHaveBeenCalledTimes(1);
});

it('adds no second entry to the history for the page that is open', () => {
  show('/memories?tag=sea');
  fireEvent.click(link('Sea'));
  expect(address()).toBe('REPLACE /memories?tag=sea');
});

it.each([{ ctrlKey: true }, { metaKey: true }, { shiftKey: true }, { altKey: true }, { button: 1 }])(
  'leaves a click with %o to the browser',
  (how) => {
    show('/chat');
    expect(fireEvent.click(link('Sea'), how)).toBe(true);
    expect(address()).toBe('POP /chat');
  },
);

it('stays where its owner has dealt with the click', () => {
  show('/chat');
  const click = createEvent.click(link('Sea'));
  click.preventDefault();
  fireEvent(link('Sea'), click);
  expect(address()).toBe('POP /chat');
});

it.each([
  ['/chat', 'page'],
  ['/chat/6f0c', 'page'],
  ['/Chat', 'page'],
  ['/chats', null],
  ['/', null],
])('marks the page of a navigation at %s: %s', (at, mark) => {
  show(at);
  expect(link('Chat').getAttribute('aria-current')).toBe(mark);
});
