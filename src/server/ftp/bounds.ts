import type { ConnectionLimits } from '../gateway/connections/connection-counter.ts';
import { folderBounds } from '../sources/folder.ts';

/** Bounds of files and folders, in bytes but for the count. All *assumed*; the count is what the watch reads of a folder. */
export const ftpBounds = {
  file: 256 * 1024 * 1024,
  folder: 2 * 1024 * 1024 * 1024,
  files: folderBounds.files,
} as const;
export type FtpBounds = Readonly<Record<keyof typeof ftpBounds, number>>;

/** *Assumed*: some hundred loggers, many behind one address of their mobile network. */
export const ftpLimits: ConnectionLimits = {
  connections: 500,
  perAddress: 200,
  unauthenticated: 100,
  unauthenticatedPerAddress: 20,
};
/** Connections that one source may have open. */
export const perSource = 10;
/** Wrong passwords of one connection. */
export const wrongLogins = 3;
/** Bytes of one command, and commands that may wait behind a running one. */
export const commandBytes = 1024;
export const commandsWaiting = 50;

/** ms, all *assumed*. */
export interface FtpTimes {
  /** Until somebody has logged in. */
  readonly login: number;
  /** Between two commands. */
  readonly idle: number;
  /** Until the client has opened the data connection that it asked for. */
  readonly data: number;
  /** Between two pieces of a file. */
  readonly stall: number;
  /** After a file that ends within a line: a client that was killed drops its other connection in this time. */
  readonly settle: number;
  /** That a client whose file is refused may go on sending. */
  readonly farewell: number;
}
export const ftpTimes: FtpTimes = {
  login: 30_000,
  idle: 300_000,
  data: 30_000,
  stall: 60_000,
  settle: 500,
  farewell: 1000,
};
