import { mapMetric as mapCall, rtuMetrics, unmapMetric as unmapCall } from '../../../contract/metrics.ts';
import * as contract from '../../../contract/sites/sites.ts';
import { auditBy } from '../../audit/by.ts';
import { exportShares } from '../../shares.ts';
import { importCsv, stationsCsv } from '../../sites/csv.ts';
import {
  addCompany,
  addProject,
  changeCompany,
  changeProject,
  switchCompany,
} from '../../sites/edit/companies.ts';
import { maintainStation } from '../../sites/edit/maintenance.ts';
import { mapMetric, readAliases, unmapMetric } from '../../sites/edit/metrics.ts';
import { addRtu, changeRtuStation, rotateRtuCredential } from '../../sites/edit/rtus.ts';
import { everyCompany, ownRtu } from '../../sites/edit/scope.ts';
import { addSensor, changeSensor, setSensorRetired } from '../../sites/edit/sensors.ts';
import { addStation, changeStation, setStationRetired } from '../../sites/edit/stations.ts';
import { readTree } from '../../sites/edit/tree.ts';
import { type Binding, bind } from '../bind.ts';
import type { Services } from '../services.ts';

/** Sites by hand. */
export function siteHandlers({
  storage,
  editor,
  waiting,
  foreign,
  broker,
  login,
  now,
}: Services): readonly Binding[] {
  const exports = exportShares();
  return [
    bind(contract.sites, async ({ viewer }) => ({
      ...(await readTree(storage.db, viewer, now())),
      broker: broker(),
    })),
    bind(contract.createCompany, (by) => addCompany(editor, by, by.body)),
    bind(contract.updateCompany, (by) => changeCompany(editor, by, by.params.companyId, by.body)),
    bind(contract.switchCompany, (by) =>
      switchCompany(editor, login.sessions, by, by.params.companyId, by.body.off),
    ),
    bind(contract.createProject, (by) => addProject(editor, by, by.body)),
    bind(contract.updateProject, (by) => changeProject(editor, by, by.params.projectId, by.body)),
    bind(contract.createStation, (by) => addStation(editor, by, by.body)),
    bind(contract.updateStation, (by) => changeStation(editor, by, by.params.stationId, by.body)),
    bind(contract.setMaintenance, (by) => maintainStation(editor, by, by.params.stationId, by.body)),
    bind(contract.retireStation, (by) => setStationRetired(editor, by, by.params.stationId, by.body.retired)),
    bind(contract.createRtu, (by) => addRtu(editor, by, by.params.stationId, by.body.sn)),
    bind(contract.moveRtu, (by) => changeRtuStation(editor, by, by.params.rtuId, by.body.stationId)),
    bind(contract.rotateCredential, (by) =>
      rotateRtuCredential(editor, by, by.params.rtuId, by.body.overlapHours),
    ),
    bind(rtuMetrics, async ({ viewer, params }) => {
      const { id } = await ownRtu(storage.db, viewer, params.rtuId);
      return { seen: [...foreign.list(id)], aliases: await readAliases(storage.db, id) };
    }),
    bind(mapCall, (by) => mapMetric(editor, by, by.params.rtuId, by.body)),
    bind(unmapCall, (by) => unmapMetric(editor, by, by.params.rtuId, by.body)),
    bind(contract.createSensor, (by) => addSensor(editor, by, by.params.rtuId, by.body)),
    bind(contract.updateSensor, (by) => changeSensor(editor, by, by.params.sensorId, by.body)),
    bind(contract.retireSensor, (by) => setSensorRetired(editor, by, by.params.sensorId, by.body.retired)),
    bind(contract.exportStations, async (by) => {
      const { viewer, reply } = by;
      const text = await exports.during(viewer, () => stationsCsv(storage.db, viewer, now()));
      await storage.write((db) =>
        auditBy(db, by, { at: now(), action: 'sites.export', subject: 'stations', detail: '' }),
      );
      reply
        .header('cache-control', 'no-store')
        .header('content-disposition', 'attachment; filename="stations.csv"')
        .type('text/csv; charset=utf-8')
        .send(text);
    }),
    bind(contract.importStations, async (by) => {
      const { text, dryRun } = by.body;
      // It reads and keeps nobody from writing.
      if (dryRun) return { rows: [...(await importCsv(storage.db, by.viewer, text, true, now()))] };
      return editor.change(by, 'sites.import', async (db) => {
        const rows = [...(await importCsv(db, by.viewer, text, false, now()))];
        const count = (result: string) => rows.filter((row) => row.result === result).length;
        const detail = `added ${count('added')}, changed ${count('changed')}, bad ${count('bad')}`;
        return { subject: 'stations', detail, answer: { rows } };
      });
    }),
    bind(contract.waiting, async ({ viewer }) => {
      everyCompany(viewer);
      return { waiting: [...waiting.list] };
    }),
    bind(contract.dismissWaiting, async ({ viewer, body }) => {
      everyCompany(viewer);
      waiting.forget(body.sn);
      return {};
    }),
  ];
}
