import { createContext } from 'react';

/** Whether the server is away and the page says so: nothing else needs to. */
export const AwayContext = createContext(false);
