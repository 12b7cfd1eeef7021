/** What comes once the first screen stands, in one piece. */
export { later } from '../../../../commands/later.ts';
export { laterIcons } from '../../components/icons/later.ts';
