/** The model of a report. Everything in it can be written as JSON; the same model makes the same files. Times UTC ms. */
import type { LevelWords } from '../../base/alarm-words.ts';
import type { QuantityLens } from '../../base/quantity-lenses.ts';

/** A curve for a picture. `low` and `high` are the envelope of what a point stands for; empty = readings themselves. */
export interface ReportCurve {
  readonly t: readonly number[];
  readonly value: readonly number[];
  readonly low: readonly number[];
  readonly high: readonly number[];
  /** Two points that are further apart are not joined, ms. */
  readonly breakAfter: number;
}

export interface ReportLimit {
  /** 1 blue to 4 red. */
  readonly rank: number;
  readonly quantity: string;
  readonly limit: number;
  readonly side: 'above' | 'below';
  /** The amount is compared, whatever its direction. */
  readonly either: boolean;
  readonly ruleName: string;
  readonly version: number;
}

/** The greatest part of a limit that was reached. */
export interface ReportShare {
  readonly part: number;
  readonly limit: ReportLimit;
}

export interface ReportRate {
  /** Unit of the value per day, with the range that holds it with 95 %. */
  readonly perDay: number;
  readonly low: number;
  readonly high: number;
}

export interface ReportForecast {
  /** 10, 50 and 90 % of the refits. */
  readonly low: number;
  readonly middle: number;
  readonly high: number;
  readonly onset: number;
  readonly r2: number;
  /** Readings since the onset. */
  readonly since: number;
  /** Its end is only a bound. */
  readonly isOpen: boolean;
}

/** What was found of a sensor's main channel in the period. */
export interface ReportFigures {
  readonly readings: number;
  readonly first: number;
  readonly last: number;
  readonly least: number;
  readonly most: number;
  readonly change: number;
  readonly rate: ReportRate | null;
  readonly share: ReportShare | null;
  /** Null = none is given, or none was looked for. */
  readonly forecast: ReportForecast | null;
}

/** What a lens says of a sensor in the period, or why it says nothing. */
export interface ReportLens {
  readonly lens: QuantityLens;
  /** Null = it has an answer. */
  readonly why: string | null;
  /** Moments (UTC ms) and numbers by name; null = unknown. Rates are per day, durations minutes. */
  readonly values: Readonly<Record<string, number | null>>;
  /** Inverse velocity, angle, rate, soil water, or the value without its share of temperature; null without an answer. */
  readonly curve: ReportCurve | null;
}

export interface ReportArrival {
  readonly expected: number;
  readonly received: number;
}

export interface ReportGap {
  readonly kind: 'silent' | 'resent' | 'fault' | 'removed';
  readonly from: number;
  readonly to: number;
  readonly count: number;
}

export interface ReportSensor {
  readonly id: number;
  readonly slot: number;
  /** Sensor type code. */
  readonly kind: number;
  readonly row: string;
  readonly channel: string;
  readonly element: number;
  readonly unit: string | null;
  readonly digits: number;
  /** It is an amount, such as rain: it is summed up by days. */
  readonly isSum: boolean;
  /** Null = no readings. */
  readonly figures: ReportFigures | null;
  readonly curve: ReportCurve | null;
  /** Of the template's lenses those that look at such a sensor; left out = the template has none. */
  readonly lenses?: readonly ReportLens[];
  /** Amounts of the days, by the project's day boundary; null = nothing arrived. Of sums alone. */
  readonly days: readonly { readonly from: number; readonly amount: number | null }[];
  readonly limits: readonly ReportLimit[];
  /** Level at the end, and the highest of the period, by alarms of this sensor. */
  readonly present: number;
  readonly peak: number;
  readonly arrival: ReportArrival;
  /** The longest ones. */
  readonly gaps: readonly ReportGap[];
  readonly gapCount: number;
}

/** What the RTU said of itself. */
export interface ReportDevice {
  readonly sn: string;
  readonly reports: number;
  /** V, as the period ended and at its lowest; null = unknown. */
  readonly batteryLast: number | null;
  readonly batteryLeast: number | null;
  /** dBm, mean of the period. */
  readonly signalMean: number | null;
  readonly signalLeast: number | null;
  /** Reports with a fault, by flag of the run status. */
  readonly faults: readonly { readonly flag: string; readonly reports: number }[];
}

export interface ReportStation {
  readonly id: number;
  readonly code: string;
  readonly name: string;
  readonly timeZone: string;
  readonly present: number;
  readonly peak: number;
  readonly sensors: readonly ReportSensor[];
  readonly device: ReportDevice | null;
  /** It was taken out of use while the report was made, or before: what had been stored of it is in the report. */
  readonly isRetired: boolean;
}

/** What an alarm says is made of `facts` in words (derive/alarm-text). */
export interface ReportAlarm<Facts> {
  readonly id: number;
  readonly stationCode: string;
  readonly stationName: string;
  readonly raisedAt: number;
  readonly peak: number;
  readonly present: number;
  readonly isBlind: boolean;
  readonly facts: Facts;
  readonly answeredAt: number | null;
  readonly answeredBy: string | null;
  readonly closedAt: number | null;
  readonly finding: string | null;
  readonly note: string;
}

export interface ReportRemark {
  readonly at: number;
  readonly stationCode: string;
  readonly text: string;
  readonly by: string;
}

export interface ReportModel<Facts> {
  /** Of the model's form. */
  readonly form: 1;
  readonly project: { readonly code: string; readonly name: string; readonly company: string };
  /** In which it is written. */
  readonly timeZone: string;
  readonly from: number;
  readonly to: number;
  readonly madeAt: number;
  readonly madeBy: string;
  readonly edition: 'cn' | 'jp';
  readonly levelWords: LevelWords | null;
  /** All stations of the project, or some of so many. */
  readonly ofStations: number;
  readonly stations: readonly ReportStation[];
  readonly alarms: readonly ReportAlarm<Facts>[];
  /** Raised in the period, by level 1 to 4. */
  readonly raised: readonly [number, number, number, number];
  readonly remarks: readonly ReportRemark[];
  readonly remarkCount: number;
}
