/** What running a command takes, fetched before the first one: the one door, and who keeps what went through it. */
export { execute } from '../../../command/execute.ts';
export { begin } from '../../state/recording/recorder.ts';
