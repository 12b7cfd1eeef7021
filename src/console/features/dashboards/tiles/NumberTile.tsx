import { useEffect } from 'react';
import type { StationSummary } from '../../../../contract/sites/stations.ts';
import { useFormat, useText } from '../../../components/i18n.ts';
import { Spark } from '../../../components/plot/Spark.tsx';
import { Aged } from '../../../components/values/Aged.tsx';
import { useOpenAlarms } from '../../../state/alarms/alarms.ts';
import { asks } from '../../../state/alarms/order.ts';
import { useNow } from '../../../state/connection/clock.ts';
import { useArrivals } from '../../../state/devices/faults.ts';
import { useStations } from '../../../state/sites/stations.ts';
import { type TileProps, useScope } from './scope.ts';
import { TileEmpty } from './TileEmpty.tsx';
import { useLine } from './use-line.ts';

interface Shown {
  /** Null = not known. */
  readonly value: number | null;
  readonly digits: number;
  readonly unit: string;
  readonly note: string;
  readonly spark: readonly (number | null)[];
  /** When a measured value was taken, UTC ms, and the send cycle of its RTU, s. */
  readonly measured?: { readonly t: number; readonly sendCycle: number };
}

/** Those that report when they should; stations without an RTU, and those out of service, are not meant. */
const isMeant = ({ sn, state }: StationSummary) => sn !== null && state !== 'offline';
const isOnSchedule = ({ link }: StationSummary) => link === 'connected' || link === 'asleep';

function useCounts(figure: string, projectId: number | null): Shown {
  const text = useText();
  const stations = useScope(projectId);
  const { data } = useOpenAlarms(figure === 'openAlarms' || figure === 'unanswered');
  const counted = (value: number | null, note = ''): Shown => ({
    value,
    digits: 0,
    unit: '',
    note,
    spark: [],
  });
  const own = stations.filter(isMeant);
  const of = (count: number) => text('dashboards.ofStations', { count, all: own.length });
  switch (figure) {
    case 'onSchedule': {
      const count = own.filter(isOnSchedule).length;
      const value = own.length === 0 ? null : (count / own.length) * 100;
      return { value, digits: 1, unit: '%', note: of(count), spark: [] };
    }
    case 'silent':
    case 'faults': {
      const wanted = figure === 'silent' ? 'silent' : 'fault';
      const count = own.filter(({ state, fault }) => (wanted === 'fault' ? fault : state === wanted)).length;
      return counted(count, of(count));
    }
    default: {
      const open = data?.alarms.filter(
        (alarm) =>
          alarm.closed === null &&
          (projectId === null || alarm.projectId === projectId) &&
          (figure === 'openAlarms' || asks(alarm)),
      );
      return counted(open?.length ?? null);
    }
  }
}

/** What arrived yesterday of what was expected, and on the seven days before now. */
function useArrival(projectId: number | null): Shown {
  const text = useText();
  const { data } = useArrivals(7);
  const ids = new Set(useScope(projectId).map(({ id }) => id));
  const days = data?.days ?? 0;
  const share = (day: number): number | null => {
    let [expected, received] = [0, 0];
    for (const [at, id] of (data?.stations ?? []).entries()) {
      if (!ids.has(id)) continue;
      expected += data?.expected[at * days + day] ?? 0;
      received += data?.received[at * days + day] ?? 0;
    }
    return expected === 0 ? null : (received / expected) * 100;
  };
  const spark = Array.from({ length: days }, (_, day) => share(day));
  const note = text('dashboards.days', { days: 7 });
  return { value: spark.at(-1) ?? null, digits: 1, unit: '%', note, spark };
}

function Figure({ value, digits, unit, spark, measured }: Shown) {
  const format = useFormat();
  const now = useNow(60_000);
  return (
    <div className="dnumber row gap-8">
      <Aged t={measured?.t ?? null} now={now} sendCycle={measured?.sendCycle ?? 0}>
        <span className="dnumber__value num">{value === null ? '–' : format.number(value, digits)}</span>{' '}
        <span className="dim">{unit}</span>
      </Aged>
      <span className="grow" />
      {spark.some((one) => one !== null) && <Spark values={spark} className="dspark" />}
    </div>
  );
}

function Noted({ shown, onNote }: { readonly shown: Shown; readonly onNote: (note: string) => void }) {
  useEffect(() => onNote(shown.note), [onNote, shown.note]);
  return <Figure {...shown} />;
}

function Counted({
  figure,
  projectId,
  onNote,
}: { readonly figure: string } & Pick<TileProps<'number'>, 'projectId' | 'onNote'>) {
  return <Noted shown={useCounts(figure, projectId)} onNote={onNote} />;
}

function Arrived({ projectId, onNote }: Pick<TileProps<'number'>, 'projectId' | 'onNote'>) {
  return <Noted shown={useArrival(projectId)} onNote={onNote} />;
}

/** The newest value of a channel, with its last day. */
function OfChannel({ settings, onNote }: Pick<TileProps<'number'>, 'settings' | 'onNote'>) {
  const { lines, isFailed } = useLine(settings.channel === null ? [] : [settings.channel], 1, 96);
  const [line] = lines;
  const { data: sites } = useStations();
  const at = line?.y.findLastIndex((value) => !Number.isNaN(value)) ?? -1;
  const last = line?.y[at];
  const own = sites?.stations.find(({ id }) => id === settings.channel?.stationId);
  useEffect(() => onNote(line?.name ?? ''), [onNote, line?.name]);
  if (settings.channel === null) return <TileEmpty icon="settings" says="dashboards.tileSetUp" />;
  if (isFailed) return <TileEmpty icon="cloud-off" says="dashboards.tileGone" />;
  if (line === undefined) return null;
  const spark = Array.from(line.y, (value) => (Number.isNaN(value) ? null : value));
  // A bin ends a step after it begins.
  const measured =
    own === undefined ? {} : { measured: { t: (line.t[at] ?? 0) + line.step, sendCycle: own.sendCycle } };
  return (
    <Figure
      value={last ?? null}
      digits={line.digits}
      unit={line.unit}
      note=""
      spark={spark}
      {...(last === undefined ? {} : measured)}
    />
  );
}

/** One number, with its trend where it has one. */
export default function NumberTile({ settings, projectId, onNote }: TileProps<'number'>) {
  const wanted = settings.projectId ?? projectId;
  if (settings.figure === 'channel') return <OfChannel settings={settings} onNote={onNote} />;
  if (settings.figure === 'arrival') return <Arrived projectId={wanted} onNote={onNote} />;
  return <Counted figure={settings.figure} projectId={wanted} onNote={onNote} />;
}
