/** Stations with their RTUs and sensors, one a row; a station without sensors has a row of its own. */
import { Refusal } from '../../../base/errors.ts';
import type { MessageId } from '../../../base/messages.ts';
import { enums, kindByCode } from '../../../catalogue/index.ts';
import type { EnumId } from '../../../catalogue/model.ts';
import { enumValueMessage, kindMessage } from '../../../derive/messages.ts';
import { entryWords } from '../../dictionaries/entries.ts';
import { readTree } from '../../sites/edit/tree.ts';
import { type ExportRow, type ExportWords, exportTable } from '../table.ts';

interface Given {
  readonly projectId: number | null;
}

function enumWord(id: EnumId, code: number, text: ExportWords): string {
  const word = enums[id].values[code];
  return word === undefined ? String(code) : text(enumValueMessage(id, word));
}

/** The device tree. */
export const devicesTable = exportTable<'devices', Given>('devices', {
  async prepare({ storage, viewer, query, text, now }) {
    const { projectId } = query;
    if (projectId === undefined)
      return {
        given: { projectId: null },
        subject: '',
        about: [
          [text('sites.project'), text('exports.about.all')],
          [text('exports.about.zone'), text('exports.about.ownZone')],
        ],
      };
    const { projects } = await readTree(storage.db, viewer, now);
    const project = projects.find(({ id }) => id === projectId);
    if (project === undefined) throw new Refusal(404, 'api.notFound', { what: `project ${projectId}` });
    return {
      given: { projectId },
      subject: project.code,
      about: [
        [text('sites.project'), `${project.code} ${project.name}`],
        [text('exports.about.zone'), text('exports.about.ownZone')],
      ],
    };
  },
  async open({ reading: { db }, scope, given, text, language, now }) {
    const { companies, projects, stations } = await readTree(db, scope, now);
    const companyOf = new Map(companies.map(({ id, name }) => [id, name]));
    const projectOf = new Map(projects.map((project) => [project.id, project]));
    const companyIds = companies.map(({ id }) => id);
    const label = await entryWords(db, 'label', companyIds, language);
    const position = await entryWords(db, 'position', companyIds, language);
    const rows = stations
      .filter(({ projectId }) => given.projectId === null || projectId === given.projectId)
      .flatMap((station): ExportRow[] => {
        const project = projectOf.get(station.projectId);
        const { rtu } = station;
        const first = [
          companyOf.get(project?.companyId ?? 0) ?? '',
          project?.code ?? '',
          project?.name ?? '',
          station.code,
          station.name,
          text(`site.${station.site}` as MessageId),
          station.latitude,
          station.longitude,
          station.timeZone,
          (station.labels ?? []).map((code) => label(project?.companyId ?? 0, code)).join(text('list.comma')),
          rtu?.sn ?? null,
          rtu?.lastContactAt ?? null,
        ];
        const sensors = rtu?.sensors ?? [];
        if (sensors.length === 0)
          return [[...first, null, null, null, null, null, null, null, station.retiredAt]];
        return sensors.map((sensor) => {
          const kind = kindByCode(sensor.kind);
          return [
            ...first,
            sensor.slot,
            kind === undefined ? String(sensor.kind) : text(kindMessage(kind.id)),
            sensor.name,
            enumWord('installState', sensor.installState, text),
            enumWord('mountMode', sensor.mountMode, text),
            sensor.mountAzimuth,
            sensor.position == null ? null : position(project?.companyId ?? 0, sensor.position),
            station.retiredAt ?? sensor.retiredAt,
          ];
        });
      });
    return {
      columns: [
        { title: text('sites.company'), kind: 'text' },
        { title: text('sites.project.code'), kind: 'text' },
        { title: text('sites.project.name'), kind: 'text' },
        { title: text('sites.station.code'), kind: 'text' },
        { title: text('sites.station.name'), kind: 'text', width: 24 },
        { title: text('sites.station.kind'), kind: 'text' },
        { title: text('exports.latitude'), kind: 'number', unit: '°' },
        { title: text('exports.longitude'), kind: 'number', unit: '°' },
        { title: text('exports.about.zone'), kind: 'text' },
        { title: text('sites.station.labels'), kind: 'text' },
        { title: text('sites.rtu.sn'), kind: 'text' },
        { title: text('exports.lastContact'), kind: 'time', zone: 8 },
        { title: text('sites.sensor.slot'), kind: 'number', digits: 0, width: 8 },
        { title: text('sites.sensor.kind'), kind: 'text', width: 22 },
        { title: text('exports.sensorName'), kind: 'text' },
        { title: text('sites.sensor.installState'), kind: 'text' },
        { title: text('sites.sensor.mountMode'), kind: 'text' },
        { title: text('exports.azimuth'), kind: 'number', digits: 1, unit: '°' },
        { title: text('sites.sensor.position'), kind: 'text' },
        { title: text('exports.retired'), kind: 'time', zone: 8 },
      ],
      count: async () => rows.length,
      async *rows() {
        yield rows;
      },
    };
  },
});
