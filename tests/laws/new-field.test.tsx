// @vitest-environment happy-dom
/** A field that is added to the catalogue is everywhere at once: no other line of code knows it. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { IntlProvider } from 'react-intl';
import { Value } from 'typebox/value';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import en from '../../locales/en.json' with { type: 'json' };
import { assumed, bounded } from '../../src/catalogue/fields.ts';
import { groups, kinds, rtu } from '../../src/catalogue/index.ts';
import type { ParameterField } from '../../src/catalogue/model.ts';
import { ChangeText } from '../../src/console/features/parameters/ChangeText.tsx';
import { FieldTable } from '../../src/console/features/parameters/FieldTable.tsx';
import type { PanelGroup } from '../../src/console/features/parameters/use-panel.ts';
import { parameterItems } from '../../src/console/shell/palette/entries.ts';
import { deviceValues } from '../../src/console/shell/palette/pages/device-values.ts';
import { standardsKey } from '../../src/console/state/devices/standards.ts';
import { metrics } from '../../src/derive/metrics.ts';
import { groupSchema } from '../../src/derive/parameter-schema.ts';
import { checkGroup } from '../../src/domain/parameters/parameter-rules.ts';

const added: ParameterField = bounded('snowDepth', 'cm', 0, [0, 400], 20, assumed);
const words = { ...en, 'field.rtu.snowDepth': 'Snow depth' };
const all = { 'zh-chs': words, en: words, ja: words };
const group: PanelGroup = {
  path: 'rtu/rtu',
  slot: null,
  kind: null,
  definition: groups.rtu,
  device: 'RTU',
  title: 'RTU',
  version: 1,
  states: { snowDepth: { value: 35, at: 1_750_000_000_000, pending: null } },
  known: { snowDepth: 35 },
  draft: undefined,
  edits: {},
  problems: [],
};
/** Editors are loaded when they are first shown. */
const lazily = { timeout: 20_000 };
const reported = {
  orderId: 'x',
  target: { rtuId: 1, slot: null },
  kind: null,
  at: 0,
  by: null,
  reason: '',
  state: 'succeeded',
  verifiedAt: null,
  appliedAt: null,
} as const;
/** There are no standard sets. */
const queries = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
queries.setQueryData([standardsKey], []);
const shown = (children: React.ReactNode) =>
  render(
    <QueryClientProvider client={queries}>
      <IntlProvider locale="en" messages={words}>
        {children}
      </IntlProvider>
    </QueryClientProvider>,
  );

const owners = [rtu, ...kinds];
/** Every field that is there by now. */
const fields = Object.values(groups).flatMap((of) => of.fields.map((field) => [of.id, field] as const));

beforeAll(() => {
  // The catalogue is data that nobody changes; here it is as it would stand with one line more.
  (groups.rtu.fields as ParameterField[]).push(added);
});
afterAll(() => {
  cleanup();
  (groups.rtu.fields as ParameterField[]).pop();
});

it('is in the panel, with its value, its bounds and an editor', { timeout: 30_000 }, async () => {
  shown(
    <FieldTable group={group} underWay={[]} zone="UTC" now={0} canEdit={true} onType={() => undefined} />,
  );
  const box = await screen.findByRole('textbox', { name: 'Snow depth' }, lazily);
  expect(box).toHaveProperty('value', '35');
  expect(box.closest('tr')?.textContent).toContain('0–400 cm (20 cm)');
});
it('is found in the palette, and asked for on its pages', () => {
  const items = parameterItems('en', all);
  expect(items.find(({ key }) => key === 'parameter rtu/snowDepth')?.fields[0]?.text).toBe('Snow depth');
  const step = { name: 'field', title: 'argument.parameter', ask: 'field', choices: [], form: null } as const;
  const page = { args: { group: 'rtu/rtu' }, step: { ...step, fits: () => true }, entry: undefined as never };
  const panels = { data: undefined, error: null, refetch: () => undefined, groups: [group] };
  expect(deviceValues(page, panels, 'en', all).map(({ key }) => key)).toContain('snowDepth');
});
it('is checked, by its bounds and by its schema', () => {
  expect(checkGroup(groups.rtu, { snowDepth: 500 })).toMatchObject([{ field: 'snowDepth', reason: 'range' }]);
  expect(Value.Check(groupSchema('rtu'), { snowDepth: 60 })).toBe(true);
  expect(Value.Check(groupSchema('rtu'), { snowDepth: -1 })).toBe(false);
});
it('is a metric of the device', () => {
  expect(metrics(rtu).parameters.map(({ name }) => name)).toContain('param/rtu/snowDepth');
});
it('is shown in the history with its label and unit', () => {
  const { container } = shown(
    <ChangeText
      change={{
        ...reported,
        group: 'rtu',
        changes: [{ field: 'snowDepth', from: 35, to: 60, isSecret: false }],
      }}
    />,
  );
  expect(container.textContent).toBe('Snow depth 35 cm → 60 cm');
});

describe.each(
  fields.map(([id, field]) => [`${id}/${field.id}`, id, field] as const),
)('%s', (_, id, field) => {
  const name = (en as Readonly<Record<string, string>>)[`field.${id}.${field.id}`] ?? '';
  const value = field.type === 'number' || field.type === 'date' ? 1 : field.type === 'flag' ? true : null;
  const change = { field: field.id, from: null, to: value, isSecret: field.type === 'secret' };
  const one = { ...group, definition: { ...groups[id], fields: [field] }, states: {}, known: {} };
  it('is shown in the panel and in the history', { timeout: 30_000 }, async () => {
    const panel = shown(
      <FieldTable group={one} underWay={[]} zone="UTC" now={0} canEdit={true} onType={() => undefined} />,
    );
    await waitFor(() => expect(panel.container.textContent).toContain(name), lazily);
    panel.unmount();
    const history = shown(<ChangeText change={{ ...reported, group: id, changes: [change] }} />);
    expect(history.container.textContent).toContain(name);
    history.unmount();
  });
  it('is in the palette and taken by the schema where it can be set, and nowhere else', () => {
    const settable = field.readOnly !== true;
    const found = parameterItems('en', all).some(({ key }) => key === `parameter ${id}/${field.id}`);
    expect([found, field.id in groupSchema(id).properties]).toEqual([settable, settable]);
    const refused = checkGroup(groups[id], { [field.id]: {} as never });
    expect(refused).not.toEqual([]);
  });
  it('is a metric of every device that has its group', () => {
    for (const owner of owners.filter((each) => each.groups.includes(id)))
      expect(metrics(owner).parameters.map((metric) => metric.name)).toContain(`param/${id}/${field.id}`);
  });
});
