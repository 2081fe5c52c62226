/** The demo's two people and their conversation. */
export const PASSWORD = 'Paper-Lantern-7';

export const PEOPLE = {
  mira: { firstName: 'Mira', lastName: 'Okafor', username: 'mira_demo', email: 'mira@demo.example' },
  jonas: { firstName: 'Jonas', lastName: 'Lind', username: 'jonas_demo', email: 'jonas@demo.example' },
};

export const REQUEST = 'It is me. The one who burnt the pancakes.';

/**
 * The lines in order. `to` is the number of the line that it replies to, `heart` the partner's reaction.
 * @type {{from: 'mira' | 'jonas', text: string, to?: number, heart?: string, sticker?: string}[]}
 */
export const STORY = [
  { from: 'mira', text: 'So this is ours now. Just us two in here 💛' },
  { from: 'jonas', text: 'Finally a chat where my mother cannot find me' },
  { from: 'mira', text: 'She will find a way.', heart: '😂' },
  { from: 'jonas', text: 'How was the train?' },
  {
    from: 'mira',
    text: 'Forty minutes late, but I had a window and the whole lake was pink. I tried to take a photo and got my own nose in the glass.',
  },
  { from: 'jonas', text: 'I would frame that', to: 4, heart: '❤️' },
  { from: 'mira', text: 'Are we still on for Saturday?' },
  {
    from: 'jonas',
    text: 'Yes! Market at nine, then that tiny place with the green door. I booked a table for one o’clock.',
  },
  { from: 'mira', text: 'Nine?? On a Saturday??' },
  { from: 'jonas', text: 'Ten.' },
  { from: 'mira', text: 'Ten is love.', to: 9, heart: '❤️' },
  {
    from: 'jonas',
    text: 'Things to bring:\n– the big bag\n– the list from the fridge\n– your grandmother’s recipe, I want to try the dumplings again',
  },
  { from: 'mira', text: 'The dumplings that exploded?' },
  { from: 'jonas', text: 'They did not explode. They opened up.', heart: '😂' },
  { from: 'mira', text: 'Found the recipe. She wrote “until it feels right” next to every amount 🙃', to: 11 },
  { from: 'jonas', text: 'A woman of science' },
  { from: 'mira', text: 'By the way, it is 100 days on Sunday. I counted.' },
  { from: 'jonas', text: 'I know. I have a plan. Wear shoes you can walk in.', to: 16, heart: '👍' },
  { from: 'mira', text: 'Now I will not sleep' },
  { from: 'jonas', text: 'Good night, you. Text me when you are home ❤️' },
  { from: 'mira', text: 'Home. Door locked, tea on. Good night 🌙' },
  { from: 'jonas', text: 'Good night', sticker: 'good-night' },
];
