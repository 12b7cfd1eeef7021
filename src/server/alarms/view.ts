/** Alarms and the lines of their timelines, as consoles see them. */
import type { Selectable } from 'kysely';
import type { Finding } from '../../base/alarm-words.ts';
import type { AlarmEntry, AlarmView } from '../../contract/alarms/alarms.ts';
import type { UploadView } from '../../contract/sites/uploads.ts';
import type { Closing } from '../../domain/alarms/standing.ts';
import { isInPlace } from '../../domain/in-place.ts';
import type { Board } from '../sites/board.ts';
import { maintenanceOf } from '../sites/maintenance.ts';
import { fromJson } from '../storage/json.ts';
import type { AlarmEntryTable } from '../storage/schema.ts';
import type { AlarmRow } from './row.ts';

/** Of these quantities an RTU that is silent is the cause. */
const silenced = new Set(['silence', 'arrivalRate']);

type Site = ReturnType<Board['siteOfRtu']>;

/** Alarms of silence that are active, by RTU. */
export type Silent = ReadonlyMap<number, number>;

export function silentAmong(rows: readonly AlarmRow[]): Silent {
  const found = new Map<number, number>();
  for (const row of rows) {
    if (row.closed_at !== null || row.present === 0 || row.sensor_id !== null || row.is_blind === 1) continue;
    if (fromJson(row.facts).terms[0]?.quantity === 'silence') found.set(row.rtu_id, row.id);
  }
  return found;
}

function causeOf(row: AlarmRow, silent: Silent): number | null {
  const cause = silent.get(row.rtu_id) ?? null;
  if (cause === null || cause === row.id || row.sensor_id === null) return null;
  const quantity = fromJson(row.facts).terms[0]?.quantity ?? '';
  return row.is_blind === 1 || silenced.has(quantity) ? cause : null;
}

/** @param site where its RTU stands now; undefined where it stands on no station in use */
export function viewOfAlarm(row: AlarmRow, site: Site, silent: Silent, now: number): AlarmView {
  const sensor = site?.sensors.find(({ id }) => id === row.sensor_id);
  const facts = fromJson(row.facts);
  const maintenance = site === undefined ? null : maintenanceOf(site.station, now);
  const isOfStation = row.company_id === null;
  const isOutOfService =
    isOfStation &&
    (site === undefined ||
      maintenance !== null ||
      (row.sensor_id !== null && sensor === undefined) ||
      !isInPlace(sensor?.install_state ?? site.rtu?.install_state ?? 0));
  return {
    id: row.id,
    revision: row.revision,
    ruleId: row.rule_id,
    companyId: row.company_id,
    projectId: site?.project.id ?? 0,
    stationId: row.station_id,
    stationCode: site?.station.code ?? facts.stationCode,
    stationName: site?.station.name ?? facts.stationName,
    rtuId: row.rtu_id,
    sensorId: row.sensor_id,
    slot: sensor?.slot ?? facts.terms[0]?.slot ?? null,
    kind: sensor?.kind ?? null,
    isBlind: row.is_blind === 1,
    present: row.present,
    peak: row.peak,
    raisedAt: row.raised_at,
    knownAt: row.known_at,
    movedAt: row.moved_at,
    isLate: row.is_late === 1,
    isContradicted: row.is_contradicted === 1,
    answer:
      row.answered_at === null
        ? null
        : {
            userId: row.answered_by,
            accountName: row.answered_name,
            at: row.answered_at,
            note: row.answer_note,
          },
    shelf:
      row.shelved_until === null
        ? null
        : {
            userId: row.shelved_by,
            accountName: row.shelved_name,
            at: row.shelved_at ?? row.known_at,
            until: row.shelved_until,
            reason: row.shelf_reason,
          },
    closed:
      row.closed_at === null
        ? null
        : {
            userId: row.closed_by,
            accountName: row.closed_name,
            at: row.closed_at,
            why: (row.closed_why ?? 'answered') as Closing,
            finding: row.finding as Finding | null,
            note: row.closed_note,
          },
    assigned: row.assigned_name === null ? null : { userId: row.assigned_to, accountName: row.assigned_name },
    isOutOfService,
    maintenanceUntil: maintenance?.until ?? null,
    suppressedBy: causeOf(row, silent),
    facts,
  };
}

export const viewOfEntry = (
  row: Selectable<AlarmEntryTable>,
  files: readonly UploadView[],
  cause: AlarmEntry['cause'] = null,
): AlarmEntry => ({
  id: row.id,
  type: row.type as AlarmEntry['type'],
  t: row.t,
  knownAt: row.known_at,
  from: row.from_rank,
  to: row.to_rank,
  isLate: row.is_late === 1,
  contradictedAt: row.contradicted_at,
  by: row.account_name === null ? null : { userId: row.user_id, accountName: row.account_name },
  note: row.note,
  until: row.until_t,
  finding: row.finding as Finding | null,
  cause,
  files: [...files],
  facts: row.facts === null ? null : fromJson(row.facts),
});
