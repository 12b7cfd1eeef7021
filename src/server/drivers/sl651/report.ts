/** The text of a report: who measured what, and when (6.6 of the standard). */
import { bcdNumber, bcdSpan, bcdTime } from './bcd.ts';
import { hex } from './frame.ts';

/** Codes of the reports that are read. */
export const functionCodes = {
  keepAlive: 0x2f,
  test: 0x30,
  evenPeriod: 0x31,
  timed: 0x32,
  added: 0x33,
  hourly: 0x34,
};

/** One value of an element at one moment; null: the station has none. */
export interface Measured {
  /** Two hexadecimal digits; four for an extended one. */
  readonly element: string;
  readonly t: number;
  readonly value: number | null;
}
export interface StationReport {
  readonly address: string;
  readonly measured: readonly Measured[];
}
export interface Report {
  readonly serial: number;
  readonly stations: readonly StationReport[];
  /** Elements that could not be read. */
  readonly unread: readonly string[];
}
export type ReportProblem = 'tooShort' | 'cutOff' | 'noStation' | 'noTime' | 'badTime' | 'unknownCode';

const mark = { time: 0xf0, address: 0xf1, extended: 0xff } as const;
/** Lists of 5-minute values in whole numbers: rain (one byte each, 0.1 mm), levels above a base (two bytes, 0.01 m). */
const rainList = 0xf4;
const isLevelList = (id: number) => id >= 0xf5 && id <= 0xfc;
const stepElement = 0x04;
/** Four bytes of bits: how the station stands. */
const stateElement = 0x45;
const fiveMinutes = 300_000;

/** Stations and values of one report, *assumed*. */
const mostStations = 64;
const mostValues = 5000;

/** Serial number of a text; null where there is none. */
export const serialOf = (body: Uint8Array): number | null =>
  body.length < 2 ? null : (body[0] ?? 0) * 256 + (body[1] ?? 0);

/** Reads the text of a report. What cannot be read as a whole is a problem: nothing of it counts. */
export function readReport(body: Uint8Array, functionCode: number): Report | ReportProblem {
  const serial = serialOf(body);
  if (serial === null || body.length < 8) return 'tooShort';
  return new Reader(body, functionCode).read(serial);
}

class Reader {
  readonly #body: Uint8Array;
  readonly #isEven: boolean;
  #at = 8;
  #t: number | null = null;
  #step: number | null = null;
  #count = 0;
  readonly #stations: { address: string; measured: Measured[] }[] = [];
  readonly #unread: string[] = [];

  constructor(body: Uint8Array, functionCode: number) {
    this.#body = body;
    this.#isEven = functionCode === functionCodes.evenPeriod;
  }

  read(serial: number): Report | ReportProblem {
    while (this.#at < this.#body.length) {
      const problem = this.#group();
      if (problem !== null) return problem;
    }
    if (this.#stations.length === 0) return 'noStation';
    return { serial, stations: this.#stations, unread: this.#unread };
  }

  /** The next bytes, or null where they are cut off. */
  #take(length: number): Uint8Array | null {
    if (this.#at + length > this.#body.length) return null;
    this.#at += length;
    return this.#body.subarray(this.#at - length, this.#at);
  }

  #group(): ReportProblem | null {
    const lead = this.#take(2);
    if (lead === null) return 'cutOff';
    const [id = 0, second = 0] = lead;
    if (id === mark.address && second === mark.address) {
      // Five bytes of address and one of the station's class, which nothing depends on.
      const named = this.#take(6);
      if (named === null) return 'cutOff';
      if (this.#stations.length >= mostStations) return 'cutOff';
      this.#stations.push({ address: hex(named.subarray(0, 5)), measured: [] });
      this.#t = null;
      this.#step = null;
      return null;
    }
    if (id === mark.time && second === mark.time) {
      const time = this.#take(5);
      if (time === null) return 'cutOff';
      this.#t = bcdTime(time);
      return this.#t === null ? 'badTime' : null;
    }
    // Pictures, readings typed by hand and speeds in bulk have no length: they fill what is left.
    if (id >= 0xf0 && id !== mark.extended && id !== rainList && !isLevelList(id)) return 'unknownCode';
    if (id !== mark.extended) return this.#element(hex(lead.subarray(0, 1)), id, second);
    const definition = this.#take(1);
    return definition === null ? 'cutOff' : this.#element(hex(lead), -1, definition[0] ?? 0);
  }

  #element(element: string, id: number, definition: number): ReportProblem | null {
    const length = definition >> 3;
    const decimals = definition & 7;
    const data = this.#take(length);
    if (data === null) return 'cutOff';
    if (this.#stations.length === 0) return 'noStation';
    if (id === stepElement) {
      this.#step = length === 3 ? bcdSpan(data) : null;
      return this.#step === null ? 'badTime' : null;
    }
    if (this.#t === null) return 'noTime';
    if (id === rainList) return this.#list(element, data, 1, 1);
    if (isLevelList(id)) return this.#list(element, data, 2, 2);
    if (id === stateElement) return null;
    if (!this.#isEven) return this.#put(element, this.#t, bcdNumber(data, decimals));
    if (this.#step === null || length === 0) return 'noTime';
    let part: Uint8Array | null = data;
    for (let t = this.#t; part !== null; t += this.#step) {
      const problem = this.#put(element, t, bcdNumber(part, decimals));
      if (problem !== null) return problem;
      part = this.#take(length);
    }
    // One element a report of even periods: its values reach to the end.
    return this.#at === this.#body.length ? null : 'cutOff';
  }

  /** Whole numbers of `width` bytes, five minutes apart (or a step); all ones: none. */
  #list(element: string, data: Uint8Array, width: 1 | 2, decimals: number): ReportProblem | null {
    if (data.length % width !== 0) return 'cutOff';
    for (let index = 0; index * width < data.length; index += 1) {
      const [high = 0, low = 0] = data.subarray(index * width, (index + 1) * width);
      const raw = width === 1 ? high : high * 256 + low;
      const value = raw === 256 ** width - 1 ? null : Number(`${raw}e-${decimals}`);
      const problem = this.#put(element, (this.#t ?? 0) + index * (this.#step ?? fiveMinutes), value);
      if (problem !== null) return problem;
    }
    return null;
  }

  #put(element: string, t: number, value: number | null): ReportProblem | null {
    this.#count += 1;
    if (this.#count > mostValues) return 'cutOff';
    if (Number.isNaN(value)) this.#unread.push(element);
    else this.#stations.at(-1)?.measured.push({ element, t, value });
    return null;
  }
}
