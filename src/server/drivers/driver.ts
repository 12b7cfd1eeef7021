/** What a driver of foreign devices is: it speaks their protocol, and hands on what they measured. */
import type { RowId } from '../../catalogue/model.ts';
import type { KnockReason } from '../../contract/listeners.ts';
import type { PortStatus } from '../gateway/connections/listeners.ts';
import type { LogBudget } from '../gateway/log-budget.ts';
import type { TrafficMeter } from '../listeners/meter.ts';

/** Where a value belongs that needs no mapping: the `place`-th sensor (from 0, by slot) that has the channel. */
export interface ForeignPlace {
  readonly row: RowId;
  readonly channel: string;
  readonly place: number;
  /** What else is known of the same row: the length of its interval, that it is no test. */
  readonly also?: Readonly<Record<string, number>>;
}

/** One value of a foreign device, under the name that its protocol has for it. */
export interface ForeignValue {
  readonly name: string;
  /** UTC ms. */
  readonly t: number;
  /** Null: the device says that it has none. */
  readonly value: number | null;
  /** Places in the order in which they are tried; empty for what only a mapping can place. */
  readonly places: readonly ForeignPlace[];
}

/** A frame of a device as it came. */
export interface ForeignMessage {
  readonly sn: string;
  readonly protocol: 'sl651';
  /** What stands for a topic in its protocol. */
  readonly topic: string;
  readonly address: string;
  readonly bytes: Uint8Array;
  readonly values: readonly ForeignValue[];
  /** Reason and detail; null: it was taken. */
  readonly problem: readonly [reason: string, detail: string] | null;
  readonly at: number;
}

/** What a driver asks of the server. The gateway's `drivers` is it. */
export interface DriverHost {
  /**
   * True for a device that is registered. One that is not stands among those that wait from then on.
   * @param address where it connected from
   * @param group what its protocol is called
   */
  foreignKnown(sn: string, address: string, group: string): Promise<boolean>;
  /**
   * Takes what a registered device reported. A promise asks to be slowed down.
   * @param stored called once the values are committed; never where they were not
   */
  foreignReport(
    sn: string,
    values: readonly ForeignValue[],
    at: number,
    stored: () => void,
  ): void | Promise<void>;
  /** A registered device was heard, without a reading. `values` are shown to who makes its mapping, and not stored. */
  foreignHeard(sn: string, values: readonly ForeignValue[], at: number): void;
  /** What was wrong with a message of a registered device. */
  foreignProblem(sn: string, reason: string, detail: string, at: number): void;
  /** A frame came, with what was read of it and why not all of it; for those who look at messages. */
  foreignMessage?(message: ForeignMessage): void;
  /** The device's connection ended. */
  foreignLeft(sn: string): void;
}

export interface DriverOptions {
  readonly host: DriverHost;
  readonly log: LogBudget;
  readonly now: () => number;
  /** Counts connections, frames and bytes. */
  readonly meter?: TrafficMeter;
  /** Is notified of who was refused, with what it was about. */
  readonly refused?: (reason: KnockReason, address: string, detail: string) => void;
}

/** A running driver. */
export interface Driver {
  /** What its protocol is called, in words of nobody's language. */
  readonly id: string;
  /** TCP port that it really listens at. */
  readonly port: number;
  readonly connections: number;
  readonly status: PortStatus;
  /** Ends its connections and listens anew at the same port. @throws the socket's error where it cannot be had */
  restart(): Promise<void>;
  /** Resolves when it listens. @throws the socket's error where the port is taken */
  start(): Promise<void>;
  /** Closes its connections; what was taken is stored or was never acknowledged. */
  stop(): Promise<void>;
}
