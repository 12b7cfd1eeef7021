/** One connection at which stations report by SL 651. */
import type { Socket } from 'node:net';
import type { KnockReason } from '../../../contract/listeners.ts';
import type { Visit } from '../../gateway/connections/connection-counter.ts';
import type { DriverOptions, ForeignMessage, ForeignValue } from '../driver.ts';
import { confirmation, rejection } from './answer.ts';
import { foreignValues } from './elements.ts';
import { type Frame, FrameReader } from './frame.ts';
import { Packets } from './packets.ts';
import { functionCodes, type Report, readReport, serialOf } from './report.ts';

/** Bounds of a connection, ms and bytes. All *assumed* but for the keep-alive, which the standard has every 255 s at most. */
export interface ConnectionTimes {
  /** Until the first frame of a registered station. */
  readonly first: number;
  /** Between two frames. */
  readonly idle: number;
  /** Until a frame that has begun is complete. */
  readonly frame: number;
}
export const connectionTimes: ConnectionTimes = { first: 30_000, idle: 900_000, frame: 15_000 };

/** Bytes that are no frame, frames that are none, and stations of one connection. */
const mostStrays = 65_536;
const mostBad = 50;
const mostStations = 64;

/** What the waiting list shows as the group of such a station. */
const protocol = 'SL651';
/** Serial number of the RTU that stands for a station: nothing else has such a one. */
export const serialNumberOf = (address: string): string => `SL651-${address}`;

/** Reports that may be read. Pictures, typed readings and answers to queries are not. */
const reports: ReadonlySet<number> = new Set([
  functionCodes.test,
  functionCodes.evenPeriod,
  functionCodes.timed,
  functionCodes.added,
  functionCodes.hourly,
]);

export class Sl651Connection {
  readonly #socket: Socket;
  readonly #visit: Visit;
  readonly #options: DriverOptions;
  readonly #times: ConnectionTimes;
  readonly #reader = new FrameReader();
  readonly #packets = new Packets();
  /** Registered stations that were heard here, by serial number. */
  readonly #heard = new Set<string>();
  readonly #from: string;
  #bad = 0;
  #deadline: NodeJS.Timeout | undefined;
  #partial: NodeJS.Timeout | undefined;
  /** Frames are taken one after the other. */
  #working: Promise<void> = Promise.resolve();

  constructor(socket: Socket, visit: Visit, options: DriverOptions, times: ConnectionTimes) {
    this.#socket = socket;
    this.#visit = visit;
    this.#options = options;
    this.#times = times;
    this.#from = socket.remoteAddress ?? '';
    this.#wait(times.first);
    socket.on('error', () => socket.destroy());
    socket.on('data', (bytes) => {
      options.meter?.took(0, bytes.length);
      // Nothing more is read before this is dealt with: a slow storage slows the stations down.
      socket.pause();
      this.#working = this.#working
        .then(() => this.#take(bytes))
        .catch((error: unknown) => {
          options.log.error(this.#from, { error, address: this.#from }, 'an SL 651 frame was not taken');
          socket.destroy();
        })
        .finally(() => socket.resume());
    });
    socket.once('close', () => {
      clearTimeout(this.#deadline);
      clearTimeout(this.#partial);
      for (const sn of this.#heard) options.host.foreignLeft(sn);
    });
  }

  #wait(time: number): void {
    clearTimeout(this.#deadline);
    this.#deadline = setTimeout(() => this.#close('no frame in time', 'notAuthenticatedInTime'), time);
  }

  #close(reason: string, knock: KnockReason): void {
    if (this.#socket.destroyed) return;
    // A station that was heard and has fallen silent is no stranger.
    if (this.#heard.size === 0 || knock !== 'notAuthenticatedInTime')
      this.#options.refused?.(knock, this.#from, '');
    this.#options.log.warn(this.#from, { reason, address: this.#from }, 'SL 651 connection closed');
    this.#socket.destroy();
  }

  async #take(bytes: Uint8Array): Promise<void> {
    for (const found of this.#reader.read(bytes)) {
      if (this.#socket.destroyed) return;
      if (typeof found === 'string') this.#bad += 1;
      else await this.#frame(found);
    }
    if (this.#bad > mostBad) return this.#close('too many bad frames', 'malformed');
    if (this.#reader.strays > mostStrays) return this.#close('too much that is no frame', 'malformed');
    clearTimeout(this.#partial);
    if (this.#reader.partial > 0 && !this.#socket.destroyed)
      this.#partial = setTimeout(() => this.#reader.drop(), this.#times.frame);
  }

  async #frame(frame: Frame): Promise<void> {
    const { host, now } = this.#options;
    const sn = serialNumberOf(frame.address);
    const noted = (problem: ForeignMessage['problem'], values: readonly ForeignValue[] = []) =>
      this.#noted(frame, sn, problem, values);
    this.#options.meter?.took(1, 0);
    if (!(await this.#isKnown(sn))) {
      this.#options.refused?.('stranger', this.#from, sn);
      return noted(['stranger', '']);
    }
    this.#visit.identified();
    this.#wait(this.#times.idle);
    const { functionCode } = frame;
    if (functionCode === functionCodes.keepAlive) {
      noted(null);
      return host.foreignHeard(sn, [], now());
    }
    if (!reports.has(functionCode)) {
      host.foreignHeard(sn, [], now());
      const code = `${functionCode.toString(16).toUpperCase()}H`;
      noted(['unreadReport', code]);
      return host.foreignProblem(sn, 'unreadReport', code, now());
    }
    const assembled = this.#packets.take(frame);
    if (assembled.type === 'refused') {
      noted(['unreadReport', 'packets']);
      return host.foreignProblem(sn, 'unreadReport', 'packets', now());
    }
    if (assembled.type !== 'whole') noted(['waits', '']);
    if (assembled.type === 'waits') return;
    if (assembled.type === 'missing') {
      const serial = assembled.first === null ? 0 : (serialOf(assembled.first) ?? 0);
      this.#socket.write(rejection(frame, assembled.number, serial, now()));
      return;
    }
    const report = readReport(assembled.body, functionCode);
    if (typeof report === 'string') {
      noted(['unreadReport', report]);
      return host.foreignProblem(sn, 'unreadReport', report, now());
    }
    noted(
      report.unread.length === 0 ? null : ['unreadElement', [...new Set(report.unread)].join(' ')],
      report.stations.flatMap(({ measured }) => foreignValues(measured)),
    );
    await this.#report(frame, report);
  }

  #noted(
    { functionCode, whole }: Frame,
    sn: string,
    problem: ForeignMessage['problem'],
    values: readonly ForeignValue[],
  ): void {
    const { host, now } = this.#options;
    host.foreignMessage?.({
      ...{ sn, protocol: 'sl651', address: this.#from, bytes: whole, values, problem, at: now() },
      topic: `${functionCode.toString(16).toUpperCase().padStart(2, '0')}H`,
    });
  }

  /** Stores what all stations of a report measured, and confirms it then. */
  async #report(frame: Frame, report: Report): Promise<void> {
    const { host, now } = this.#options;
    const at = now();
    const stations = [];
    for (const { address, measured } of report.stations) {
      const sn = serialNumberOf(address);
      // Readings of a station that nobody has let in would be lost: the whole report comes again.
      if (!(await this.#isKnown(sn))) return;
      stations.push({ sn, values: foreignValues(measured) });
    }
    const [first] = stations;
    if (first !== undefined && report.unread.length > 0)
      host.foreignProblem(first.sn, 'unreadElement', [...new Set(report.unread)].join(' '), at);
    const confirm = () => {
      if (!this.#socket.destroyed) this.#socket.write(confirmation(frame, report.serial, now()));
    };
    if (frame.functionCode === functionCodes.test) {
      // What a mechanic tries out is no measurement: who maps the station sees it, and no curve does.
      for (const { sn, values } of stations) host.foreignHeard(sn, values, at);
      return confirm();
    }
    let left = stations.length;
    const stored = () => {
      left -= 1;
      if (left === 0) confirm();
    };
    for (const { sn, values } of stations) await host.foreignReport(sn, values, at, stored);
  }

  async #isKnown(sn: string): Promise<boolean> {
    if (this.#heard.size >= mostStations && !this.#heard.has(sn)) return false;
    const isKnown = await this.#options.host.foreignKnown(sn, this.#from, protocol);
    if (isKnown) this.#heard.add(sn);
    return isKnown;
  }
}
