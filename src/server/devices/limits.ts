/** Limits that rules hold the columns of a view against now, of all its devices. */
import type { ViewAnswer, ViewLimit } from '../../contract/devices/views.ts';
import { primaryOf, type ViewColumn } from '../../derive/device-views/views.ts';
import { limitsIn, rankOf, type Term } from '../../domain/alarms/rule.ts';
import type { HeldInstance } from '../alarms/held.ts';
import { partsOf } from '../alarms/reading-series.ts';
import type { ViewedDevice } from './devices.ts';

type Limits = ViewAnswer['columns'][number]['limits'];

const isHours = (term: Term, hours: number) => Number(term.args['window']) === hours;

/** True where a term of a rule is what a column shows of a device. */
function isOf(
  column: ViewColumn,
  device: ViewedDevice,
  term: Term,
  place: { row: string; element: number; channel: string | null },
) {
  const { source } = column;
  if (source.type === 'profile') return false;
  if (source.type === 'rain') return term.quantity === 'rainSum' && isHours(term, source.hours);
  const own =
    source.type === 'primary' ? (device.sensor === null ? null : primaryOf(device.sensor.kind)) : source;
  if (own === null || own.row !== place.row || own.element !== place.element) return false;
  if (own.channel !== place.channel) return false;
  const hours = source.type === 'change' || source.type === 'primary' ? source.hours : null;
  if (hours === null) return term.quantity === 'value';
  return (term.quantity === 'change' || term.quantity === 'absoluteChange') && isHours(term, hours);
}

/** Sets of limits, each kept once. */
class Sets {
  readonly sets: ViewLimit[][] = [];
  readonly #places = new Map<string, number>();

  place(limits: readonly ViewLimit[]): number {
    if (limits.length === 0) return -1;
    const sorted = [...limits].sort((a, b) => a.rank - b.rank || a.limit - b.limit);
    const key = JSON.stringify(sorted);
    const known = this.#places.get(key);
    if (known !== undefined) return known;
    this.sets.push(sorted);
    this.#places.set(key, this.sets.length - 1);
    return this.sets.length - 1;
  }
}

/** By column, as the answer has them; only of rules that judge the devices themselves. */
export function limitsOfView(
  columns: readonly ViewColumn[],
  devices: readonly ViewedDevice[],
  instances: Iterable<HeldInstance>,
): readonly Limits[] {
  const places = new Map(devices.map(({ source }, at) => [source, at]));
  const isRtu = devices[0]?.sensor === null;
  const found = columns.map(() => devices.map((): ViewLimit[] => []));
  for (const { target, judged } of instances) {
    if (isRtu !== (target.sensor === null)) continue;
    const at = places.get(target.id);
    const device = at === undefined ? undefined : devices[at];
    const rule = judged.versions.at(-1)?.rule;
    if (at === undefined || device === undefined || rule === undefined) continue;
    for (const { level, condition } of rule.ladder)
      for (const { term: index, side, either, limit } of limitsIn(condition)) {
        const term = rule.terms[index];
        const place = term === undefined ? null : judged.place(term);
        if (term === undefined || place === null || partsOf(place.source).sourceId !== device.source)
          continue;
        for (const [column, one] of columns.entries())
          if (isOf(one, device, term, place))
            found[column]?.[at]?.push({
              rank: rankOf(level),
              side,
              either: either === true || term.quantity === 'absoluteChange',
              limit,
            });
      }
  }
  return found.map((ofColumn) => {
    const sets = new Sets();
    const of = ofColumn.map((limits) => sets.place(limits));
    return sets.sets.length === 0 ? null : { sets: sets.sets, of };
  });
}
