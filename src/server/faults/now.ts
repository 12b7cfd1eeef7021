/** What reports a fault now, the cards of the RTUs, and how long their batteries last. */
import { groupBy } from '../../base/group.ts';
import { kindByCode, rows } from '../../catalogue/index.ts';
import type { RowId } from '../../catalogue/model.ts';
import type { DataOf } from '../../contract/call.ts';
import {
  type Battery,
  type FaultFlag,
  type faultsNow,
  mostBatteries,
  mostFlags,
} from '../../contract/devices/faults.ts';
import { batteryDays } from '../../domain/alarms/quantities/battery-days.ts';
import { readReported } from '../delivery/shadow.ts';
import type { Board } from '../sites/board.ts';
import type { Site } from '../sites/structure.ts';
import type { CompanyScope } from '../sites/visible.ts';
import type { LatestReading, Storage } from '../storage/storage.ts';
import { cardsOf } from './cards.ts';
import { readListedCards } from './listed-cards.ts';

const window = 14;
const usualLimit = 11.5;
const day = 86_400_000;
const runStatus = rows.status.channels.find(({ id }) => id === 'runStatus');
const statusFlags: readonly string[] = runStatus?.type === 'flagSet' ? runStatus.flags : [];

interface Sources {
  readonly storage: Storage;
  readonly board: Board;
  readonly now: () => number;
}

interface Reported {
  readonly site: Site;
  readonly flag: FaultFlag;
  readonly query: {
    readonly row: RowId;
    readonly sourceId: number;
    readonly channel: string;
    readonly bit: number | null;
  };
}

function flagsOf(
  site: Site,
  status: LatestReading | undefined,
  sensors: ReadonlyMap<number, readonly LatestReading[]>,
): Reported[] {
  const { station, rtu } = site;
  const bits = status?.values['runStatus'];
  const stationId = station.id;
  const ofRtu =
    rtu === null || typeof bits !== 'number'
      ? []
      : statusFlags.flatMap((flag, bit): Reported[] =>
          Math.floor(bits / 2 ** bit) % 2 === 0
            ? []
            : [
                {
                  site,
                  flag: { stationId, slot: null, kind: null, flag, since: null },
                  query: { row: 'status', sourceId: rtu.id, channel: 'runStatus', bit },
                },
              ],
        );
  const ofSensors = site.sensors.flatMap(({ id, slot, kind }): Reported[] => {
    const row = sensors
      .get(id)
      ?.find(({ element, values }) => element === 0 && values['runState'] === 1)?.row;
    if (row === undefined) return [];
    const flag = { stationId, slot, kind, flag: 'runState', since: null };
    return [{ site, flag, query: { row, sourceId: id, channel: 'runState', bit: null } }];
  });
  return [...ofRtu, ...ofSensors];
}

/** Voltages of an RTU as they were reported, read behind everything else. */
async function voltagesOf(storage: Storage, rtuId: number, from: number, to: number) {
  const { t, channels } = await storage.readings.history({
    sourceId: rtuId,
    row: 'status',
    element: 0,
    channels: ['batteryVoltage'],
    from,
    to: to + 1,
    bins: 1000,
    rawUpTo: 65_536,
  });
  const [voltage] = channels;
  // Of more reports than are read one by one, the last of each bin.
  const values = voltage?.value ?? voltage?.last ?? [];
  return Array.from(t, (at, index) => {
    const value = values[index] ?? Number.NaN;
    return {
      t: at,
      receivedAt: at,
      isHistorical: false,
      element: 0,
      row: 'status' as const,
      values: { batteryVoltage: Number.isNaN(value) ? null : value },
    };
  });
}

/** Of the RTUs with the lowest voltage: days until their limit, by the quantity that rules have. */
async function batteriesOf(
  { storage, board, now }: Sources,
  sites: readonly Site[],
  viewer: CompanyScope,
): Promise<Battery[]> {
  const voltages = new Map(board.summaries(viewer).map((one) => [one.id, one]));
  const lowest = sites
    .flatMap((site) => {
      const summary = voltages.get(site.station.id);
      if (site.rtu === null || summary?.batteryVoltage == null || summary.batteryAt === null) return [];
      return [
        {
          site,
          rtu: site.rtu,
          voltage: summary.batteryVoltage,
          t: summary.batteryAt,
          sendCycle: summary.sendCycle,
        },
      ];
    })
    .sort((a, b) => a.voltage - b.voltage)
    .slice(0, mostBatteries);
  const at = now();
  const found: Battery[] = [];
  for (const { site, rtu, voltage, t, sendCycle } of lowest) {
    const reported = (await readReported(storage.db, rtu.id, null))['rtu/lowBattery']?.[0];
    const limit = typeof reported === 'number' ? reported : usualLimit;
    const readings = await voltagesOf(storage, rtu.id, at - (window + 1) * day, at);
    const input = {
      t: at,
      row: 'status' as const,
      element: 0,
      channel: null,
      readings,
      receipts: [],
      collectionCycle: rtu.collection_cycle,
      sendCycle,
      baselines: [],
      datumAt: null,
      zone: site.project.timeZone,
      rainBoundary: site.project.dayBoundary,
    };
    const days = batteryDays.evaluate(input, { window, limit });
    found.push({
      stationId: site.station.id,
      voltage,
      t,
      limit,
      days: typeof days === 'number' ? days : null,
    });
  }
  return found.sort(
    (a, b) =>
      (a.days ?? Number.POSITIVE_INFINITY) - (b.days ?? Number.POSITIVE_INFINITY) || a.voltage - b.voltage,
  );
}

/** Of the stations that the viewer sees. */
export async function readFaultsNow(
  sources: Sources,
  viewer: CompanyScope,
): Promise<DataOf<typeof faultsNow>> {
  const { storage, board } = sources;
  const sites = board.sites(viewer);
  const { readings } = storage;
  const rtus = sites.flatMap(({ rtu }) => (rtu === null ? [] : [rtu.id]));
  const statuses = new Map(
    (rtus.length === 0 ? [] : await readings.latest('status', rtus)).map((row) => [row.sourceId, row]),
  );
  // Only of stations of which something is in fault.
  const troubled = new Set(board.summaries(viewer).flatMap(({ id, fault }) => (fault ? [id] : [])));
  const faulty = sites.filter(({ station }) => troubled.has(station.id));
  const ids = faulty.flatMap(({ sensors }) =>
    sensors.flatMap(({ id, kind }) => ((kindByCode(kind)?.rows.length ?? 0) > 0 ? [id] : [])),
  );
  const newest = groupBy(
    ids.length === 0 ? [] : await readings.latest(null, ids),
    ({ sourceId }) => sourceId,
  );
  const reported = faulty
    .flatMap((site) => flagsOf(site, site.rtu === null ? undefined : statuses.get(site.rtu.id), newest))
    .slice(0, mostFlags);
  const flags: FaultFlag[] = [];
  for (const { flag, query } of reported) flags.push({ ...flag, since: await readings.since(query) });
  flags.sort((a, b) => (b.since ?? 0) - (a.since ?? 0));
  const cards = cardsOf(sites, statuses, await readListedCards(storage.db, viewer));
  return { flags, batteries: await batteriesOf(sources, sites, viewer), cards };
}
