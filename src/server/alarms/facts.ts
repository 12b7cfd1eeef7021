/** What is frozen with an event: the rule, the values and limits, the reading that decided it. */
import { levels } from '../../base/alarm-words.ts';
import { kindByCode, rtu } from '../../catalogue/index.ts';
import type { KindDefinition } from '../../catalogue/model.ts';
import type { FrozenFacts, FrozenTerm } from '../../contract/alarms/frozen-facts.ts';
import { kindChannels } from '../../derive/kind-channels.ts';
import type { DefinitionVersion } from '../../domain/alarms/definition.ts';
import { inclinationAxes } from '../../domain/alarms/inclination.ts';
import type { JudgedInstance } from '../../domain/alarms/judged-instance.ts';
import { channelOf } from '../../domain/alarms/model.ts';
import { quantityOf } from '../../domain/alarms/quantities/index.ts';
import { versionAt } from '../../domain/alarms/replay.ts';
import { decidingLimits, type Rule } from '../../domain/alarms/rule.ts';
import type { AlarmEvent } from '../../domain/alarms/stepper.ts';
import { partsOf, type StretchSeries } from './reading-series.ts';
import type { PlacedTarget } from './rules/targets.ts';

/** What facts are taken from. */
export interface FactSources {
  readonly target: PlacedTarget;
  readonly judged: JudgedInstance;
  /** In order of `from`. */
  readonly versions: readonly (DefinitionVersion & { readonly name: string })[];
  readonly series: StretchSeries;
}

/** A unit as it is stored: `mm`, `°/h`; null = a bare number. */
function unitOf(
  quantityId: string,
  place: ReturnType<JudgedInstance['place']>,
  kind: KindDefinition | undefined,
): string | null {
  const unit = quantityOf(quantityId)?.unit;
  if (unit === undefined || place === null) return null;
  if (unit.of === 'own') return unit.unit;
  const ofKind = kindChannels(kind ?? rtu).find(
    ({ row, channel }) => row === place.row && channel.id === place.channel,
  )?.channel;
  const own = ofKind?.type === 'number' ? ofKind.unit : (channelOf(place)?.unit ?? null);
  return own === null || unit.per === undefined ? own : `${own}/${unit.per}`;
}

function frozen(
  { target, judged }: FactSources,
  rule: Rule,
  index: number,
  value: number | null,
  limit: ReturnType<typeof decidingLimits>[number] | null,
): FrozenTerm | null {
  const term = rule.terms[index];
  if (term === undefined) return null;
  const place = judged.place(term);
  const source = place === null ? null : partsOf(place.source);
  const sensorId = source === null || source.row === 'status' ? null : source.sourceId;
  const sensor = target.site.sensors.find(({ id }) => id === sensorId);
  const kind = sensor === undefined ? undefined : kindByCode(sensor.kind);
  return {
    quantity: term.quantity,
    args: term.args,
    row: place?.row ?? null,
    element: place?.element ?? 0,
    channel: place?.channel ?? null,
    sensorId,
    slot: sensor?.slot ?? null,
    ...(kind?.words === undefined ? {} : { kind: kind.code }),
    value,
    unit: unitOf(term.quantity, place, kind),
    side: limit?.side ?? null,
    either: limit?.either === true,
    limit: limit?.limit ?? null,
  };
}

/** The reading of the instance's own that was collected at `t`. */
function readingAt({ judged, series }: FactSources, rule: Rule, t: number) {
  for (const term of rule.terms) {
    const place = judged.place(term);
    if (place === null || !place.isOwn) continue;
    const found = series.get(place.source)?.findLast((reading) => reading.t === t);
    if (found !== undefined) return found;
  }
  return null;
}

/** The angles of a reading that mails may name. */
function anglesOf(values: Readonly<Record<string, number | string | null>> = {}) {
  return Object.fromEntries(
    inclinationAxes.map((axis) => {
      const value = values[axis];
      return [axis, typeof value === 'number' ? value : null] as const;
    }),
  );
}

/** The facts of an event, as they are known now. */
export function factsOf(sources: FactSources, event: AlarmEvent): FrozenFacts {
  const { target, judged, versions } = sources;
  // An edit is judged by the version that it ends.
  const at = event.type === 'edited' || event.type === 'left' ? event.t - 1 : event.t;
  const { rule } = versionAt(judged.versions, at);
  const version = versions.findLast(({ from }) => from <= at) ?? versions[0];
  const rank = Math.max(event.from, event.to);
  const limits =
    event.type === 'blind' || event.type === 'sighted' ? [] : decidingLimits(rule, rank, event.values);
  const decided = limits.flatMap((limit) => {
    const term = frozen(sources, rule, limit.term, event.values[limit.term] ?? null, limit);
    return term === null ? [] : [term];
  });
  const unknown = rule.terms.flatMap((_, index) => {
    if (limits.length > 0 || (event.values[index] ?? null) !== null) return [];
    const term = frozen(sources, rule, index, null, null);
    return term === null ? [] : [term];
  });
  const reading = readingAt(sources, rule, event.t);
  const level = levels[rank - 1];
  const own = version?.definition.ladder.find((one) => one.level === level);
  const isOfLevel = event.type !== 'blind' && event.type !== 'sighted';
  return {
    ruleName: version?.name ?? '',
    ruleVersion: version?.version ?? 0,
    stationCode: target.site.station.code,
    stationName: target.site.station.name,
    terms: [...decided, ...unknown],
    readAt: reading?.t ?? null,
    receivedAt: reading?.receivedAt ?? null,
    arrival: reading === null ? null : reading.isHistorical ? 'resent' : 'live',
    card: own?.card ?? '',
    ...(own?.mail !== undefined && isOfLevel ? { mail: own.mail, angles: anglesOf(reading?.values) } : {}),
  };
}
