/** The report of the bench: 50 stations with a sensor each, over a month. */
import { builtInTemplate } from '../../src/domain/reports/template.ts';
import type { PlannedSensor, ReportPlan } from '../../src/server/reports/plan.ts';
import { MINUTE } from './storage-data.ts';

export const stations = 50;
export const days = 30;
export const begin = Date.UTC(2026, 3, 30, 16);
const end = begin + days * 1440 * MINUTE;

const sensor = (id: number): PlannedSensor => ({
  ...{ id, slot: 0, kind: 1, row: 'tilt', channel: 'x', element: 0, unit: '°', digits: 4 },
  ...{ isSum: false, isCircular: false, cycle: 600, limits: [], present: 0, peak: 0 },
});
export const plan: ReportPlan = {
  head: {
    ...{ form: 1, project: { code: 'P', name: 'Bench', company: 'Bench' }, timeZone: 'Asia/Shanghai' },
    ...{ from: begin, to: end, madeAt: end, madeBy: 'bench', edition: 'cn', levelWords: null },
    ofStations: stations,
  },
  dayBoundary: 480,
  stations: Array.from({ length: stations }, (_, at) => ({
    ...{ id: at + 1, code: `B-${at + 1}`, name: `Bench ${at + 1}`, timeZone: 'Asia/Shanghai' },
    ...{ isRetired: false, until: end, rtu: null, sensors: [sensor(at + 1)], rainLine: null },
  })),
  ...{ alarms: [], raised: [0, 0, 0, 0], remarks: [], remarkCount: 0 },
};
export const template = builtInTemplate('monthly');
export const job = {
  ...{ template, templateRevision: 0, signatures: [], languages: ['en'] as const, logo: null },
  formats: ['pdf'] as const,
};
