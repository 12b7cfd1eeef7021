import { expect, it } from 'vitest';
import { kindById } from '../../../../../src/catalogue/index.ts';
import type { Text } from '../../../../../src/console/components/i18n.ts';
import { numberAxis } from '../../../../../src/console/components/plot/ticks.ts';
import { fileLines } from '../../../../../src/console/features/readings/export/save-rows.ts';
import {
  captureCsv,
  captureRows,
} from '../../../../../src/console/features/readings/waveform/capture-file.ts';
import { shownCapture } from '../../../../../src/console/features/readings/waveform/shown-capture.ts';
import { rowColumns } from '../../../../../src/derive/row-columns.ts';

const ids: Text = (id) => id;
const capture = { t: 0, receivedAt: 0, samplingRate: 4, cause: 0, x: [1, 3], y: [-2.04, 2.06], z: [5] };

it('a capture’s file has every sample, seconds from its start, what did not come empty', () => {
  const rows = captureRows(shownCapture(capture, false), { time: 'time', unit: 'mg', digits: 1 });
  expect(rows).toEqual([
    ['time', 'X', 'Y', 'Z'],
    ['s', 'mg', 'mg', 'mg'],
    [0, 1, -2.04, 5],
    [0.25, 3, 2.06, ''],
  ]);
  expect(captureCsv(rows)).toBe('\uFEFFtime,X,Y,Z\r\ns,mg,mg,mg\r\n0,1,-2.04,5\r\n0.25,3,2.06,\r\n');
});

it('a capture is drawn with or without gravity, its peaks with their sign', () => {
  const shown = shownCapture(capture, true);
  expect(shown.axes.map(({ peak }) => peak?.value)).toEqual([-1, -2.05, 0]);
  expect(shown.axes.map(({ mean }) => mean)[0]).toBe(2);
  expect(shown.strongest).toBeNull();
  expect(shownCapture(capture, false).reach).toBe(5);
});

it('a file of rows is oldest first, numbers as numbers, words as shown or codes as they were sent', () => {
  const kind = kindById('crackRs485');
  if (kind === undefined) throw new Error('no crack gauge');
  const columns = rowColumns(kind, 'crack').filter(({ id }) => ['opening', 'runState'].includes(id));
  const rows = [
    { t: 3_600_000, values: { opening: 1.23456, runState: 1 } },
    { t: 0, values: { runState: 0 } },
  ];
  const lines = (detail: 'shown' | 'raw') => fileLines(rows, { columns, detail, zone: 'UTC' }, ids);
  expect(lines('shown').slice(1)).toEqual([
    ['UTC', 'mm', ''],
    ['1970-01-01 00:00:00', null, 'enum.runState.normal'],
    ['1970-01-01 01:00:00', 1.23, 'enum.runState.fault'],
  ]);
  expect(lines('raw').at(-1)).toEqual(['1970-01-01 01:00:00', 1.23456, 1]);
});

it('an axis has round ticks within its ends, also where it hangs', () => {
  expect(numberAxis(0, 10, 5).ticks.map(({ at }) => at)).toEqual([0, 2, 4, 6, 8, 10]);
  const hanging = numberAxis(3, 0, 3);
  expect(hanging.from).toBe(3);
  expect(hanging.ticks.map(({ label }) => label)).toEqual(['0', '1', '2', '3']);
  expect(numberAxis(-0.05, 0.05, 4).ticks.map(({ at }) => at)).toContain(0);
});
