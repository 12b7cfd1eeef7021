import { groupBy } from '../../../base/group.ts';
import type { DataOf } from '../../../contract/call.ts';
import type { SiteStation, sites } from '../../../contract/sites/sites.ts';
import { labelsOf } from '../../dictionaries/chosen.ts';
import { fromJson } from '../../storage/json.ts';
import { maintenanceOf } from '../maintenance.ts';
import type { CompanyScope } from '../visible.ts';
import { visibleStations } from '../visible.ts';
import type { Db } from './editor.ts';

/** Everything that a viewer may see of companies, projects, stations, RTUs and sensors, retired ones too. */
export async function readTree(
  db: Db,
  viewer: CompanyScope,
  now: number,
): Promise<Omit<DataOf<typeof sites>, 'broker'>> {
  const own = viewer.companyId;
  const companies = db.selectFrom('companies').select(['id', 'name', 'level_words', 'off_at']).orderBy('id');
  const projects = db.selectFrom('projects').selectAll().orderBy('id');
  const [companyRows, projectRows, stationRows, rtus, sensors, labels] = await Promise.all([
    (own === null ? companies : companies.where('id', '=', own)).execute(),
    (own === null ? projects : projects.where('company_id', '=', own)).execute(),
    visibleStations(db, viewer).selectAll('stations').orderBy('stations.code').execute(),
    visibleStations(db, viewer)
      .innerJoin('rtus', 'rtus.station_id', 'stations.id')
      .selectAll('rtus')
      .execute(),
    visibleStations(db, viewer)
      .innerJoin('rtus', 'rtus.station_id', 'stations.id')
      .innerJoin('sensors', 'sensors.rtu_id', 'rtus.id')
      .selectAll('sensors')
      .execute(),
    labelsOf(db),
  ]);
  const rtuOf = new Map(rtus.map((rtu) => [rtu.station_id, rtu]));
  const sensorsOf = groupBy(sensors, (sensor) => sensor.rtu_id);
  const rtuAt = (stationId: number): SiteStation['rtu'] => {
    const rtu = rtuOf.get(stationId);
    if (rtu === undefined) return null;
    const until = rtu.old_credential_until;
    return {
      id: rtu.id,
      sn: rtu.sn,
      hasCredential: rtu.credential_hash !== null,
      oldCredentialUntil: until !== null && until > now ? until : null,
      installState: rtu.install_state,
      lastContactAt: rtu.last_contact_at,
      sensors: (sensorsOf.get(rtu.id) ?? [])
        .map((sensor) => ({
          id: sensor.id,
          slot: sensor.former_slot ?? sensor.slot,
          kind: sensor.kind,
          name: sensor.name,
          installState: sensor.install_state,
          mountMode: sensor.mount_mode,
          mountAzimuth: sensor.mount_azimuth,
          position: sensor.position,
          retiredAt: sensor.retired_at,
        }))
        .sort((a, b) => Number(a.retiredAt !== null) - Number(b.retiredAt !== null) || a.slot - b.slot),
    };
  };
  return {
    companies: companyRows.map(({ id, name, level_words: own, off_at: offAt }) => ({
      ...{ id, name, offAt },
      levelWords: own === null ? null : fromJson(own),
    })),
    projects: projectRows.map((row) => ({
      id: row.id,
      companyId: row.company_id,
      code: row.code,
      name: row.name,
      timeZone: row.time_zone,
      dayBoundary: row.day_boundary,
      retentionDays: row.retention_days,
    })),
    stations: stationRows.map((row) => ({
      id: row.id,
      projectId: row.project_id,
      code: row.code,
      name: row.name,
      nameReading: row.name_reading,
      site: row.site as SiteStation['site'],
      latitude: row.latitude,
      longitude: row.longitude,
      timeZone: row.time_zone,
      labels: [...(labels.get(row.id) ?? [])],
      retiredAt: row.retired_at,
      maintenance: maintenanceOf(row, now),
      rtu: rtuAt(row.id),
    })),
  };
}
