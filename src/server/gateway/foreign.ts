import { type DataType, dataTypeName } from '../../protocol/datatype.ts';
import type { Metric } from '../../protocol/payload.ts';

/** A metric that an RTU sends and the catalogue does not know by this name. */
export interface ForeignMetric {
  /** Device id in topics; '' = the node itself. */
  readonly device: string;
  readonly metric: string;
  readonly type: string;
  /** Last value as text; null where it was null or is no scalar. */
  readonly value: string | null;
  readonly at: number;
}

/** Kept of one RTU, and of a value's text (*assumed*). */
const mostKept = 500;
const longestValue = 80;

/** Foreign metrics of all RTUs, in memory and bounded: what people make a mapping from. */
export class ForeignMetrics {
  readonly #byRtu = new Map<number, Map<string, ForeignMetric>>();

  /** Of the RTU's last births, by device and name. */
  list(rtuId: number): readonly ForeignMetric[] {
    return [...(this.#byRtu.get(rtuId)?.values() ?? [])].sort(
      (a, b) => compare(a.device, b.device) || compare(a.metric, b.metric),
    );
  }

  /** True where an RTU has foreign metrics. */
  has(rtuId: number): boolean {
    return this.#byRtu.has(rtuId);
  }

  /** Takes note of what a device told. Its birth says all that it has: what it does not name is no more. */
  note(rtuId: number, device: string, metrics: readonly Metric[], at: number, birth: boolean): void {
    const known = this.#byRtu.get(rtuId);
    if (metrics.length === 0 && known === undefined) return;
    const own = known ?? new Map<string, ForeignMetric>();
    if (birth) for (const [key, entry] of own) if (entry.device === device) own.delete(key);
    for (const { name, datatype, value } of metrics) {
      if (name === null) continue;
      const key = `${device}/${name}`;
      const before = own.get(key);
      if (before === undefined && own.size >= mostKept) continue;
      const isScalar = value !== null && typeof value !== 'object';
      own.set(key, {
        device,
        metric: name,
        type: datatype === null ? (before?.type ?? '') : dataTypeName(datatype as DataType),
        value: isScalar ? String(value).slice(0, longestValue) : null,
        at,
      });
    }
    if (own.size === 0) this.#byRtu.delete(rtuId);
    else this.#byRtu.set(rtuId, own);
  }
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
