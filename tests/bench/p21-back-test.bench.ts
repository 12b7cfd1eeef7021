/** Back-test against reading the same columns from storage, and against a frame while a limit is dragged. */
import { once } from 'node:events';
import { type Definition, ruleFor } from '../../src/domain/alarms/definition.ts';
import { stepPast } from '../../src/domain/alarms/past.ts';
import type {
  FromBackTests,
  TestedTarget,
  TestedValues,
  ToBackTests,
} from '../../src/server/alarms/back-test/messages.ts';
import { valuesOfPast } from '../../src/server/alarms/back-test/run.ts';
import { startBackTests } from '../../src/server/alarms/back-test/start.ts';
import { openReading } from '../../src/server/storage/reading.ts';
import { type Bench, type Figure, median } from './bench.ts';
import { DAY, MINUTE, tilt, withBoth } from './storage-data.ts';

const T0 = Date.UTC(2025, 0, 1);
const year = 365 * DAY;
const cycle = 10 * MINUTE;
/** Of the 300: each costs the same, and filling all takes longer than the measurement. */
const sensors = 30;
/** Of dragging: a limit moves each frame. */
const frames = 100;
const frame = 16.7;

const single = { readings: 1 } as const;
const definition = (of: 'value' | 'change', scale: number): Definition => ({
  of: 'sensor',
  enabled: true,
  terms: [
    { quantity: of, args: of === 'change' ? { window: 1 } : {}, source: { row: 'tilt', channel: 'x' } },
  ],
  ladder: (['blue', 'yellow', 'orange', 'red'] as const).map((level, index) => {
    const limit = scale * (index + 1);
    const condition = {
      type: 'limit',
      term: 0,
      side: 'above',
      either: true,
      limit,
      release: limit * 0.9,
    } as const;
    return { level, condition, hold: { readings: 2 }, releaseHold: single };
  }),
  patience: 600,
  blindLevel: 'blue',
  scope: { projects: [], kinds: [], stations: [], except: [], mounts: [], labels: [] },
  overrides: [],
});

const target = (id: number): TestedTarget => ({
  id,
  collectionCycle: cycle / 1000,
  sendCycle: 3600,
  zone: 'Asia/Shanghai',
  rainBoundary: 480,
  places: [
    {
      source: `tilt/${id}`,
      row: 'tilt',
      element: 0,
      channel: 'x',
      isOwn: true,
      baselines: [],
      datums: [],
    },
  ],
  receiptSources: [],
  formerCycles: [],
});

export const bench: Bench = {
  id: 'P21',
  title: 'back-test of a rule',
  run: () =>
    withBoth(async (storage): Promise<Figure[]> => {
      for (let sourceId = 1; sourceId <= sensors; sourceId += 1)
        for (let from = 0; from < year; from += 73 * DAY)
          await storage.readings.ingest(
            Array.from({ length: (73 * DAY) / cycle }, (_, i) => tilt(sourceId, T0 + from + i * cycle)),
          );
      await storage.readings.settle();
      const { source, close } = openReading(storage.reach);
      const [from, to] = [T0, T0 + year];
      const reference = await median(5, async () => {
        for (let sourceId = 1; sourceId <= sensors; sourceId += 1)
          await source.scan({ row: 'tilt', sourceId, element: 0 }, from, to, ['x'], () => {});
      });
      const targets = Array.from({ length: sensors }, (_, index) => target(index + 1));
      const figures: Figure[] = [];
      const thread = startBackTests(storage.reach);
      for (const [quantity, scale] of [
        ['value', 10.8],
        ['change', 6],
      ] as const) {
        let note = '';
        const past = { definition: definition(quantity, scale), targets, from, to, now: to };
        const job = { company: 'bench', past, most: 600_000, asksValues: false };
        const ours = await median(3, async () => {
          const answered = once(thread, 'message');
          thread.postMessage({ ...job, job: 1 } satisfies ToBackTests);
          const [answer] = (await answered) as [FromBackTests];
          if (!('found' in answer)) throw new Error(JSON.stringify(answer));
          const { targets: found, readings } = answer.found;
          const events = found.reduce((sum, { events: own }) => sum + own.length, 0);
          note = `${found.length} sensors, ${readings} readings, ${events} events`;
        });
        const what = `a year at 10 min × four levels of ${quantity}`;
        figures.push({ what, ours, reference, unit: 'ms', goal: 2.5, note });
      }
      let values: TestedValues = { t: [], values: [], isCut: false };
      const past = { definition: definition('value', 9), targets, from, to, now: to };
      const pieces = valuesOfPast(source, past, (found) => {
        values = found;
      });
      while (!(await pieces.next()).done);
      const took: number[] = [];
      for (let moved = 0; moved < frames; moved += 1) {
        const rule = ruleFor(definition('value', 5 + moved / 20), 1, from);
        const began = performance.now();
        stepPast(rule, values, 3600, past);
        took.push(performance.now() - began);
      }
      took.sort((a, b) => a - b);
      const p95 = took[Math.floor(frames * 0.95)] ?? Number.NaN;
      const note = `${values.t.length} readings, median ${took[frames / 2]?.toFixed(1)} ms`;
      figures.push({
        what: 'one sensor while its limit is dragged, p95',
        ours: p95,
        reference: frame,
        unit: 'ms',
        goal: 1,
        note,
      });
      const ended = once(thread, 'exit');
      thread.postMessage({ close: true } satisfies ToBackTests);
      await ended;
      await close();
      return figures;
    }),
};
