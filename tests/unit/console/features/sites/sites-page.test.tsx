// @vitest-environment happy-dom

import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { sites } from '../../../../../commands/sites.ts';
import { offeredChoices } from '../../../../../src/console/components/screen.ts';
import SitesPage from '../../../../../src/console/features/sites/index.tsx';
import { session } from '../../../../../src/console/state/connection/session.ts';
import { stage } from '../../stage.tsx';
import { type Answering, envelope, startAnswering } from '../../state/answering.ts';

const station = {
  id: 5,
  projectId: 2,
  code: 'GH-1',
  name: 'Gully head',
  nameReading: null,
  site: 'slope',
  latitude: 36,
  longitude: 138,
  timeZone: 'Asia/Tokyo',
  retiredAt: null,
  maintenance: null,
  rtu: null,
};
const data = {
  companies: [{ id: 1, name: 'North works', levelWords: null }],
  projects: [
    {
      id: 2,
      companyId: 1,
      code: 'north',
      name: 'North slope',
      timeZone: 'Asia/Tokyo',
      dayBoundary: 0,
      retentionDays: null,
    },
  ],
  stations: [station],
};
const knocking = [{ sn: 'RTU-7', address: '10.0.0.7', group: null, lastAt: 0, attempts: 3 }];
const ok = (answer: unknown) => envelope({ status: 200, msg: '', data: answer });
let server: Answering;
let staged: ReturnType<typeof stage>;
beforeEach(async () => {
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600);
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(380);
  server = await startAnswering();
  server.answer('/rest/sites', ok(data));
  server.answer('/rest/sites/waiting', ok({ waiting: knocking }));
  server.answer('/rest/sites/waiting/dismiss', ok(null));
  server.answer('/rest/settings', ok({ mapLayers: [] }));
  session.permissions = ['device:maintenance:view', 'device:site:edit'];
  history.replaceState(null, '', '/devices/tree');
  staged = stage(<SitesPage />);
});
afterEach(async () => {
  staged.end();
  session.permissions = [];
  vi.restoreAllMocks();
  await server.stop();
});
const ids = () => staged.ran.map(({ id }) => id);
const line = (name: RegExp) => screen.findByRole('treeitem', { name });

it('folds and opens lines of the tree by commands that list them', async () => {
  const company = await line(/North works/);
  expect(offeredChoices(sites.choose, 'node', {}).map(({ value }) => value)).toEqual([
    'company:1',
    'project:2',
    'station:5',
  ]);
  expect(offeredChoices(sites.fold, 'node', {}).map(({ value }) => value)).toEqual([
    'company:1',
    'project:2',
  ]);
  const fold = company.querySelector('.tree__fold');
  if (fold !== null) fireEvent.click(fold);
  await waitFor(() => expect(company.getAttribute('aria-expanded')).toBe('false'));
  fireEvent.keyDown(company, { key: 'ArrowRight' });
  fireEvent.keyDown(await line(/North slope/), { key: 'Enter' });
  await waitFor(() => expect(location.search).toBe('?at=project%3A2'));
  expect(staged.ran).toMatchObject([
    { id: 'sites.fold', args: { node: 'company:1' }, origin: 'button' },
    { id: 'sites.fold', args: { node: 'company:1' }, origin: 'key' },
    { id: 'sites.choose', args: { node: 'project:2' }, origin: 'key' },
  ]);
});

it('begins a new company and goes back to the overview', async () => {
  fireEvent.click(await screen.findByRole('button', { name: 'Company' }));
  expect(await screen.findByRole('form', { name: 'Company' })).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Overview' }));
  await waitFor(() => expect(location.search).toBe(''));
  expect(staged.ran).toMatchObject([
    { id: 'sites.add', args: { what: 'company' } },
    { id: 'sites.overview' },
  ]);
});

it('lets an RTU that waits in at the station that is chosen, or dismisses it', async () => {
  const row = within(await screen.findByRole('row', { name: /RTU-7/ }));
  expect(offeredChoices(sites.adopt, 'sn', {})).toEqual([{ value: 'RTU-7', label: 'RTU-7' }]);
  expect(offeredChoices(sites.adopt, 'stationId', {})).toEqual([{ value: 5, label: 'GH-1 Gully head' }]);
  fireEvent.click(row.getByRole('button', { name: 'Dismiss' }));
  await waitFor(() =>
    expect(server.asked.filter(({ url }) => url.endsWith('/dismiss'))).toMatchObject([
      { body: '{"sn":"RTU-7"}' },
    ]),
  );
  fireEvent.change(row.getByRole('combobox'), { target: { value: '5' } });
  await waitFor(() => expect(row.getByRole('button', { name: 'Let in' })).toHaveProperty('disabled', false));
  fireEvent.click(row.getByRole('button', { name: 'Let in' }));
  await waitFor(() => expect(location.search).toBe('?at=station%3A5&sn=RTU-7'));
  expect(ids()).toEqual(['sites.dismiss', 'form.set', 'sites.adopt']);
});

it('shows what a CSV would import, and imports its good rows by a command', async () => {
  const rows = [{ line: 2, code: 'GH-2', result: 'added', field: null, messageId: null, params: {} }];
  server.answer('/rest/sites/stations/import', ok({ rows }));
  const field = await screen.findByLabelText('Choose file…', { selector: 'input' });
  const chosen = vi.spyOn(HTMLInputElement.prototype, 'click').mockImplementation(() => undefined);
  fireEvent.click(screen.getByRole('button', { name: 'Choose file…' }));
  await waitFor(() => expect(chosen).toHaveBeenCalledTimes(1));
  fireEvent.change(field, { target: { files: [new File(['code\nGH-2'], 'stations.csv')] } });
  fireEvent.click(await screen.findByRole('button', { name: 'Import the good rows' }));
  await waitFor(() =>
    expect(
      server.asked.filter(({ url }) => url.endsWith('/import')).map(({ body }) => JSON.parse(body)),
    ).toEqual([
      { text: 'code\nGH-2', dryRun: true },
      { text: 'code\nGH-2', dryRun: false },
    ]),
  );
  expect(ids()).toEqual(['sites.chooseCsv', 'sites.importCsv']);
});
