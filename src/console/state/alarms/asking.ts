import { proxy } from 'valtio';

/** How many alarms nobody has answered, for the window's title; what fetches them comes after the first screen. */
export const asking = proxy<{ count: number }>({ count: 0 });
