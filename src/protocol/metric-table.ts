/** The metrics that a birth declared, by name and by alias. */
import type { DataType } from './datatype.ts';
import { FlagTally } from './flag-tally.ts';
import type { NodeProblem } from './node-events.ts';
import { type Metric, type Payload, PayloadError, type WireMetric } from './payload.ts';
import { resolve } from './value.ts';

interface Declared {
  readonly name: string;
  readonly alias: number | bigint | null;
  readonly datatype: DataType;
}

/** A metric whose meaning is known: name and data type are set and the value fits. */
function isResolved(metric: WireMetric): metric is WireMetric & Metric {
  return metric.value !== undefined;
}

export type Flag = (reason: NodeProblem, detail: string) => void;

export class MetricTable {
  readonly #byName = new Map<string, Declared>();
  readonly #byAlias = new Map<number | bigint, Declared>();

  /**
   * Builds the table of a birth and gives the metrics that carry a readable value. Throws PayloadError
   * (`missingName`, `duplicateName`, `duplicateAlias`): such a birth means nothing.
   */
  constructor(birth: Payload) {
    for (const metric of birth.metrics) {
      const { name, alias, datatype } = metric;
      if (name === null || name === '') throw new PayloadError('missingName');
      if (this.#byName.has(name)) throw new PayloadError('duplicateName', name);
      if (alias !== null && this.#byAlias.has(alias)) throw new PayloadError('duplicateAlias', String(alias));
      // A metric without a readable type keeps its name: its data is flagged, not taken for unknown.
      const declared: Declared = { name, alias, datatype: datatype ?? unreadable };
      this.#byName.set(name, declared);
      if (alias !== null) this.#byAlias.set(alias, declared);
    }
  }

  has(name: string): boolean {
    return this.#byName.has(name);
  }

  /** What stands for the metric's name in DATA and commands; null where the birth gave it no alias. */
  aliasOf(name: string): number | bigint | null {
    return this.#byName.get(name)?.alias ?? null;
  }

  /** True where an alias stands for the same metric in both tables. */
  agrees(alias: number | bigint, other: MetricTable): boolean {
    const [own, theirs] = [this.#byAlias.get(alias), other.#byAlias.get(alias)];
    return own !== undefined && own.name === theirs?.name && own.datatype === theirs.datatype;
  }

  /** The data type that the birth declared; null = it declared none that we know. */
  typeOf(name: string): DataType | null {
    const type = this.#byName.get(name)?.datatype;
    return type === undefined || type === unreadable ? null : type;
  }

  /**
   * What `place` makes of each metric that was declared with a type that we know, by name and by alias; those of which
   * it makes nothing are left out.
   */
  places<T>(place: (name: string, datatype: DataType) => T | null): ReadonlyMap<string | number | bigint, T> {
    const places = new Map<string | number | bigint, T>();
    for (const { name, alias, datatype } of this.#byName.values()) {
      const found = datatype === unreadable ? null : place(name, datatype);
      if (found === null) continue;
      places.set(name, found);
      if (alias !== null) places.set(alias, found);
    }
    return places;
  }

  /** Metrics of a birth itself: those with a readable value; the others are flagged. */
  born(birth: Payload, flag: Flag): Metric[] {
    return keep(birth, flag, null);
  }

  /**
   * Metrics of a DATA message, named and typed by the birth; unknown and unreadable ones are flagged. One that the
   * birth did not declare is read all the same where it brings its name and data type.
   */
  data(payload: Payload, flag: Flag): Metric[] {
    return keep(payload, flag, this);
  }

  /**
   * Metrics of a DATA message that may belong to the session before: an alias is read only where it means the same in
   * both.
   * @param former the table of that session; undefined = nothing is known of it
   */
  dataOfEnded(payload: Payload, former: MetricTable | undefined, flag: Flag): Metric[] {
    const isClear = ({ name, alias }: WireMetric) =>
      (name !== null && name !== '') || (alias !== null && former?.agrees(alias, this) === true);
    const metrics = payload.metrics.filter(isClear);
    const lost = payload.metrics.length - metrics.length;
    if (lost > 0) flag('unknownAlias', `${lost} of an ended session`);
    return this.data({ ...payload, metrics }, flag);
  }

  /** What the birth said of a metric of a DATA message; its name is filled in. */
  typeIn(metric: WireMetric, flaws: Flaws): DataType | null {
    const { name, alias, datatype } = metric;
    const declared = name ? this.#byName.get(name) : alias === null ? undefined : this.#byAlias.get(alias);
    if (declared === undefined) {
      if (name) flaws.add('unknownMetric', name);
      else flaws.add('unknownAlias', String(alias));
      return name ? datatype : null;
    }
    metric.name = declared.name;
    if (declared.datatype === unreadable) {
      flaws.add('missingDatatype', declared.name);
      return null;
    }
    if (datatype !== null && datatype !== declared.datatype) {
      flaws.add('wrongDatatype', `${declared.name} ${datatype}`);
      return null;
    }
    return declared.datatype;
  }
}

/** The table of a birth; null where it means nothing, which is flagged. */
export function birthTable(birth: Payload, flag: Flag): MetricTable | null {
  try {
    if (birth.seq === null || birth.seq > 255) throw new PayloadError('missingSeq', String(birth.seq));
    return new MetricTable(birth);
  } catch (error) {
    if (!(error instanceof PayloadError)) throw error;
    flag(error.reason, error.detail);
    return null;
  }
}

/** What is wrong with a message's metrics; made with the first of it, because nearly every message is without a flaw. */
class Flaws {
  #tally: FlagTally<NodeProblem> | null = null;

  add(reason: NodeProblem, detail: string): void {
    this.#tally ??= new FlagTally<NodeProblem>();
    this.#tally.add(reason, detail);
  }

  tell(flag: Flag): void {
    this.#tally?.tell(flag);
  }
}

/** The metrics that can be read, typed by themselves or by a birth's table; the others are flagged. */
function keep(payload: Payload, flag: Flag, table: MetricTable | null): Metric[] {
  const kept: Metric[] = [];
  const flaws = new Flaws();
  for (const metric of payload.metrics) {
    const datatype = table === null ? bornType(metric, flaws) : table.typeIn(metric, flaws);
    if (datatype === null) continue;
    // One that brought its type was read with it when it was decoded.
    if (metric.datatype !== datatype) {
      metric.datatype = datatype;
      metric.value = resolve(metric, datatype);
    }
    if (isResolved(metric)) kept.push(metric);
    else if (!isSkipped(datatype)) flaws.add('wrongDatatype', metric.name ?? '');
  }
  flaws.tell(flag);
  return kept;
}

/** The type of a birth's own metric. */
function bornType(metric: WireMetric, flaws: Flaws): DataType | null {
  if (metric.datatype === null)
    flaws.add('missingDatatype', `${metric.name ?? ''} ${metric.unknownDatatype}`);
  return metric.datatype;
}

/** Stands for a birth's missing or unknown data type; no wire field fits PropertySet, so nothing is ever read. */
const unreadable: DataType = 20;

/** Templates and property sets are legal and skipped. */
function isSkipped(datatype: DataType): boolean {
  return datatype >= 19 && datatype <= 21;
}
