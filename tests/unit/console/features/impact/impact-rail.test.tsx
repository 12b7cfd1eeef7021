// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { bytesText, countText, daysText } from '../../../../../src/console/components/values/impact-text.ts';
import ImpactRail from '../../../../../src/console/features/impact/index.tsx';
import { stage } from '../../stage.tsx';
import { type Answering, envelope, startAnswering } from '../../state/answering.ts';

const path = '/rest/stations/3/parameters/impact';
const now = {
  reportsPerDay: { before: 24, after: 24 },
  batteryDays: { before: 210.4, after: 210.4 },
  dataPerDay: { before: 70_000, after: 70_000 },
  alarms: null,
};
const later = {
  reportsPerDay: { before: 24, after: 144 },
  batteryDays: { before: 210.4, after: 96.2 },
  dataPerDay: { before: 70_000, after: 413_000 },
  alarms: { before: 0, after: 3 },
};
let server: Answering;
let staged: ReturnType<typeof stage>;
let change: (props: { stationId: number; edits: Record<string, number> }) => void;
function Panel() {
  const [{ stationId, edits }, set] = useState({ stationId: 3, edits: {} as Record<string, number> });
  change = set;
  return <ImpactRail stationId={stationId} target={{ rtuId: 7, slot: null }} group="rtu" edits={edits} />;
}
const reported = () => screen.getByRole('region', { name: 'Impact of the new values' }).textContent ?? '';
const answer = (impact: object) => server.answer(path, envelope({ status: 200, msg: '', data: { impact } }));

beforeEach(async () => {
  server = await startAnswering();
  answer(now);
  staged = stage(<Panel />);
  await waitFor(() => expect(reported()).toContain('24 a day'));
});
afterEach(async () => {
  staged.end();
  await server.stop();
});

it('shows the current values beside the values after the change', async () => {
  expect(reported()).toContain('210 days without sun');
  expect(reported()).toContain('2.1 MB a month');
  expect(reported()).not.toContain('Alarms');
  answer(later);
  act(() => change({ stationId: 3, edits: { sendCycle: 600 } }));
  await waitFor(() => expect(reported()).toContain('24 → 144 a day'));
  expect(reported()).toContain('210 → 96 days without sun');
  expect(reported()).toContain('2.1 MB → 12.4 MB a month');
  expect(reported()).toContain('would have fired on 0 → 3 days of the last 30');
});

it('asks when the typing rests, once, and keeps the answer before until then', async () => {
  const before = server.asked.length;
  answer(later);
  for (const sendCycle of [6, 60, 600]) act(() => change({ stationId: 3, edits: { sendCycle } }));
  expect(screen.getByRole('region').getAttribute('aria-busy')).toBe('true');
  expect(reported()).toContain('24 a day');
  await waitFor(() => expect(reported()).toContain('144'));
  expect(screen.getByRole('region').getAttribute('aria-busy')).toBe('false');
  const asked = server.asked.slice(before);
  expect(asked.map(({ body }) => JSON.parse(body))).toEqual([
    { target: { rtuId: 7, slot: null }, group: 'rtu', edits: { sendCycle: 600 } },
  ]);
});

it('forgets it for another device, and says when nothing could be worked out', async () => {
  server.answer('/rest/stations/4/parameters/impact', (response) => response.writeHead(500).end('{}'));
  act(() => change({ stationId: 4, edits: {} }));
  await waitFor(() => expect(reported()).toContain('The impact was not worked out'));
  expect(reported()).not.toContain('24 a day');
  const empty = { reportsPerDay: null, batteryDays: null, dataPerDay: null, alarms: null };
  server.answer(
    '/rest/stations/4/parameters/impact',
    envelope({ status: 200, msg: '', data: { impact: empty } }),
  );
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(reported()).toContain('not known: less than 7 days of its discharge were seen'));
  expect(staged.ran.map(({ id }) => id)).toEqual(['page.retry']);
});

it('writes numbers as they are read', () => {
  expect([0, 3, 1.333, 24, 144.4].map(countText)).toEqual(['0', '3', '1.3', '24', '144']);
  expect([3.25, 12.6, 2000].map(daysText)).toEqual(['3.3', '13', '> 999']);
  expect([12, 1234, 999_949, 2.1e6, 412e6, 3.2e9].map(bytesText)).toEqual([
    '12 B',
    '1.2 KB',
    '1000 KB',
    '2.1 MB',
    '412 MB',
    '3.2 GB',
  ]);
});
