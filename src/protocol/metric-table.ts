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

  /** Metrics of a birth itself: those with a readable value; the others are flagged. */
  born(birth: Payload, flag: Flag): Metric[] {
    return this.#keep(birth, flag, (metric, tell) => {
      if (metric.datatype !== null) return metric.datatype;
      tell('missingDatatype', `${metric.name ?? ''} ${metric.unknownDatatype}`);
      return null;
    });
  }

  /**
   * Metrics of a DATA message, named and typed by the birth; unknown and unreadable ones are flagged. One that the
   * birth did not declare is read all the same where it brings its name and data type.
   */
  data(payload: Payload, flag: Flag): Metric[] {
    return this.#keep(payload, flag, (metric, tell) => {
      const declared =
        metric.name !== null && metric.name !== ''
          ? this.#byName.get(metric.name)
          : metric.alias !== null
            ? this.#byAlias.get(metric.alias)
            : undefined;
      if (declared === undefined) {
        if (metric.name) tell('unknownMetric', metric.name);
        else tell('unknownAlias', String(metric.alias));
        return metric.name ? metric.datatype : null;
      }
      metric.name = declared.name;
      if (declared.datatype === unreadable) {
        tell('missingDatatype', declared.name);
        return null;
      }
      if (metric.datatype !== null && metric.datatype !== declared.datatype) {
        tell('wrongDatatype', `${declared.name} ${metric.datatype}`);
        return null;
      }
      return declared.datatype;
    });
  }

  #keep(payload: Payload, flag: Flag, typeOf: (metric: WireMetric, flag: Flag) => DataType | null): Metric[] {
    const kept: Metric[] = [];
    const tally = new FlagTally<NodeProblem>();
    for (const metric of payload.metrics) {
      const datatype = typeOf(metric, tally.add);
      if (datatype === null) continue;
      metric.datatype = datatype;
      metric.value = resolve(metric, datatype);
      if (isResolved(metric)) kept.push(metric);
      else if (!isSkipped(datatype)) tally.add('wrongDatatype', metric.name ?? '');
    }
    tally.tell(flag);
    return kept;
  }
}

/** Stands for a birth's missing or unknown data type; no wire field fits PropertySet, so nothing is ever read. */
const unreadable: DataType = 20;

/** Templates and property sets are legal and skipped. */
function isSkipped(datatype: DataType): boolean {
  return datatype >= 19 && datatype <= 21;
}
