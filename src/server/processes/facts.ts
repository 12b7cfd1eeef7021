import type { HostRole } from './host-roles.ts';

/** What a process says of itself to the others; each time that it says that it lives. */
export interface ProcessFacts {
  /** ms by which its clock is before the database's. */
  readonly clockAhead: number;
  /** False: its clock is wrong while another process's is right. */
  readonly takesPart?: boolean;
  /** The host application that it is at an external broker; null = none, left out by a version before. */
  readonly host?: HostRole | null;
  /** MQTT connections. */
  readonly connections: number;
  /** Streams of consoles. */
  readonly streams: number;
  /** ms by which its evaluation of alarms is behind; 0 where another one evaluates. */
  readonly behind: number;
  /** Number of the newest change that it has handled. */
  readonly change: number;
  /** Connections to the database. */
  readonly databaseConnections: number;
  /** Resident memory, bytes. */
  readonly memory: number;
}
