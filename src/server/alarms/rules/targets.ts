/** What rules can be judged for: the sensors and RTUs that stand at sites, and where their terms are taken from. */
import { kindByCode } from '../../../catalogue/index.ts';
import type { RowId } from '../../../catalogue/model.ts';
import type { CycleChange, FormerCycles } from '../../../domain/alarms/cycles.ts';
import { type Definition, isInScope, type ScopeTarget } from '../../../domain/alarms/definition.ts';
import type { TermPlace } from '../../../domain/alarms/judged-instance.ts';
import { type SourceKey, sourceKey } from '../../../domain/alarms/judged-instance.ts';
import { linesInForce } from '../../../domain/alarms/methods/own-lines.ts';
import { quantityOf } from '../../../domain/alarms/quantities/index.ts';
import type { Term } from '../../../domain/alarms/rule.ts';
import type { Baseline } from '../../../domain/baseline.ts';
import type { KeptStretches } from '../../sites/rain-line-past.ts';
import type { SensorRow, Site } from '../../sites/structure.ts';

/** A sensor or an RTU where it stands now. */
export interface PlacedTarget extends ScopeTarget {
  readonly site: Site;
  readonly rtuId: number;
  readonly sensor: SensorRow | null;
  /** It stands nowhere any more: nothing of it is read. */
  readonly isGone?: boolean;
}

/** What scopes ask of stations besides where they stand (`scope-facts.ts`). */
export interface PlacedFacts {
  /** By station. */
  readonly labels: ReadonlyMap<number, readonly string[]>;
  /** By company, by station: the company's shared folders that the station is in, with those that these are in. */
  readonly folders: ReadonlyMap<number, ReadonlyMap<number, readonly number[]>>;
}

/** No station has a label or stands in a folder. */
export const noFacts: PlacedFacts = { labels: new Map(), folders: new Map() };

/** Labels of a station, and folders of its company that it is in. */
export const factsOf = (facts: PlacedFacts, { station, project }: Site) => ({
  labels: facts.labels.get(station.id) ?? [],
  folders: facts.folders.get(project.companyId)?.get(station.id) ?? [],
});

/** What a definition is judged for among sites of its company; none that it leaves out by name, or switches off. */
export function targetsOf(
  { of, scope }: Pick<Definition, 'of' | 'scope'>,
  sites: readonly Site[],
  facts: PlacedFacts,
): readonly PlacedTarget[] {
  return sites.flatMap((site) => {
    const { station, project, rtu, sensors } = site;
    if (rtu === null) return [];
    const common = {
      projectId: project.id,
      stationId: station.id,
      ...factsOf(facts, site),
      site,
      rtuId: rtu.id,
    };
    const all: readonly PlacedTarget[] =
      of === 'rtu'
        ? [{ ...common, id: rtu.id, kind: null, mount: null, sensor: null }]
        : sensors.map((sensor) => ({
            ...common,
            id: sensor.id,
            kind: sensor.kind,
            mount: sensor.mount_mode,
            sensor,
          }));
    return all.filter((target) => isInScope(scope, target));
  });
}

/** Every source of readings at an RTU: its status, and the rows of its sensors. */
export function sourcesAt({ rtu, sensors }: Site): readonly SourceKey[] {
  if (rtu === null) return [];
  return [
    sourceKey('status', rtu.id),
    ...sensors.flatMap(({ id, kind }) => (kindByCode(kind)?.rows ?? []).map((row) => sourceKey(row, id))),
  ];
}

/** What was so of sensors and RTUs, in order of time. */
export interface SensorPast {
  readonly baselines: ReadonlyMap<number, readonly Baseline[]>;
  readonly datums: ReadonlyMap<number, readonly number[]>;
  /** Own lines of rain, of stations and of projects by their ids. */
  readonly rainLines: KeptStretches;
  /** By RTU. */
  readonly formerCycles: ReadonlyMap<number, readonly FormerCycles[]>;
  /** By RTU. */
  readonly cycleChanges: ReadonlyMap<number, readonly CycleChange[]>;
}

/** Nothing was ever otherwise. */
export const noPast: SensorPast = {
  baselines: new Map(),
  datums: new Map(),
  rainLines: { stations: new Map(), projects: new Map() },
  formerCycles: new Map(),
  cycleChanges: new Map(),
};

/** The row of a sensor that a term is taken from: the one that it names, or the one that its quantity knows. */
function rowOf(term: Term, kind: number): RowId | null {
  const own: readonly RowId[] = kindByCode(kind)?.rows ?? [];
  const wanted = term.source?.row;
  if (wanted !== undefined) return own.includes(wanted) ? wanted : null;
  const known = quantityOf(term.quantity)?.rows;
  return own.find((row) => known === undefined || known.includes(row)) ?? null;
}

/**
 * Where a term of a rule is taken from for one of its targets; null where there is nothing of that kind: an empty slot, a
 * sensor that stands no more, one without such a row.
 * @param sensorOf sensors of the target's project by their ids, with their sites
 */
export function placeOf(
  target: PlacedTarget,
  term: Term,
  sensorOf: (id: number) => { readonly site: Site; readonly sensor: SensorRow } | undefined,
  past: SensorPast,
): TermPlace | null {
  const quantity = quantityOf(term.quantity);
  if (quantity === undefined || target.isGone === true) return null;
  const { slot, sensorId, element = 0, channel = null } = term.source ?? {};
  const named = sensorId === undefined ? undefined : sensorOf(sensorId);
  if (sensorId !== undefined && named?.site.project.id !== target.projectId) return null;
  const at = named?.site ?? target.site;
  if (quantity.of === 'rtu') {
    if (at.rtu === null) return null;
    const isOwn = at.rtu.id === target.rtuId && target.sensor === null;
    return {
      source: sourceKey('status', at.rtu.id),
      row: 'status',
      element: 0,
      channel: null,
      isOwn,
      baselines: [],
      datums: [],
    };
  }
  const sensor =
    named?.sensor ??
    (slot === undefined ? target.sensor : (at.sensors.find((one) => one.slot === slot) ?? null));
  if (sensor === null) {
    // Of an RTU, its status is the row of its own.
    if (slot !== undefined || (term.source?.row ?? 'status') !== 'status') return null;
    const source = sourceKey('status', target.rtuId);
    return { source, row: 'status', element, channel, isOwn: true, baselines: [], datums: [] };
  }
  const row = rowOf(term, sensor.kind);
  if (row === null) return null;
  return {
    source: sourceKey(row, sensor.id),
    row,
    element,
    channel,
    isOwn: sensor.id === target.sensor?.id,
    baselines: past.baselines.get(sensor.id) ?? [],
    datums: past.datums.get(sensor.id) ?? [],
    ...(quantity.readsLines === true
      ? {
          lines: linesInForce(
            past.rainLines.stations.get(at.station.id) ?? [],
            past.rainLines.projects.get(at.project.id) ?? [],
          ),
        }
      : {}),
  };
}
