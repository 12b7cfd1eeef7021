/** Standard sets and the fleet matrix on real parts: bounds, companies, revisions, audit, secrets, what is under way. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { kinds } from '../../src/catalogue/index.ts';
import type { Matrix } from '../../src/contract/devices/matrix.ts';
import type { Standard } from '../../src/contract/devices/standards.ts';
import { type DeliveryProduct, startDeliveryProduct } from '../support/delivery/product.ts';
import { until } from './gateway/gateway-fixture.ts';

const codeOf = (wanted: string) => kinds.find(({ id }) => id === wanted)?.code ?? -1;
const [crackAdc, horn] = [codeOf('crackAdc'), codeOf('horn')];
let product: DeliveryProduct;
let operatorA: string;
let operatorB: string;
let viewerA: string;
let companyA: number;
let companyB: number;
beforeAll(async () => {
  product = await startDeliveryProduct({ stations: 40 });
  operatorA = await product.login('operatorA');
  operatorB = await product.login('operatorB');
  viewerA = await product.login('viewerA');
  const rows = await product.running.storage.db.selectFrom('companies').select('id').orderBy('id').execute();
  [companyA = 0, companyB = 0] = rows.map(({ id }) => id);
});
afterAll(async () => {
  await product.stop();
});

type One = { standard: Standard };
let made = 0;
const body = (more: object = {}) => {
  made += 1;
  return { companyId: companyA, name: `Winter ${made}`, group: 'rtu', values: { sendCycle: 600 }, ...more };
};
const create = (more: object = {}, token = operatorA) =>
  product.ask<One>('POST', '/rest/standards', token, body(more));
const one = async (more: object = {}) => (await create(more)).data.standard;
const update = (id: number, change: object, token = operatorA) =>
  product.ask<One>('PUT', `/rest/standards/${id}`, token, change);
const list = async (token: string) =>
  (await product.ask<{ standards: Standard[] }>('GET', '/rest/standards', token)).data.standards;
const matrix = (token: string, query: string) => product.ask<Matrix>('GET', `/rest/matrix?${query}`, token);

describe('a standard set', () => {
  test('is stored, listed by name, changed and deleted, with audit entries that name the user', async () => {
    const standard = await one({ values: { sendCycle: 600, resend: true } });
    expect(standard).toMatchObject({ kind: null, group: 'rtu', revision: 1, updatedBy: 'operatorA' });
    expect(standard.values).toEqual({ sendCycle: 600, resend: true });
    const changed = await update(standard.id, { revision: 1, name: ' Summer ', values: { sendCycle: 1200 } });
    expect(changed.data.standard).toMatchObject({ name: 'Summer', revision: 2, values: { sendCycle: 1200 } });
    expect((await list(viewerA)).map(({ name }) => name)).toContain('Summer');
    expect(await product.ask('DELETE', `/rest/standards/${standard.id}`, operatorA)).toMatchObject({
      status: 200,
    });
    expect((await list(viewerA)).some(({ id }) => id === standard.id)).toBe(false);
    const entries = await product.running.storage.db
      .selectFrom('audit')
      .selectAll()
      .where('action', 'like', 'standard.%')
      .orderBy('id')
      .execute();
    const own = entries.filter(({ detail }) => JSON.parse(detail).standard === standard.id);
    expect(own.map(({ action }) => action)).toEqual([
      'standard.create',
      'standard.update',
      'standard.delete',
    ]);
    expect(own.every(({ subject }) => subject === `company:${companyA}`)).toBe(true);
    expect(JSON.parse(own[1]?.detail ?? '')).toMatchObject({ name: 'Summer', values: { sendCycle: 1200 } });
  });

  test.each([
    ['a bound', { values: { sendCycle: 61 } }, 'parameterProblem.step', 'sendCycle'],
    ['a type', { values: { resend: 'yes' } }, 'parameterProblem.type', 'resend'],
    [
      'a rule',
      { values: { sendCycle: 600, collectionCycle: 1200 } },
      'parameterProblem.lessOrEqual',
      'collectionCycle',
    ],
    ['a stranger to the group', { values: { nothing: 1 } }, 'parameterProblem.unknownField', 'nothing'],
    ['a group that the kind does not have', { group: 'mems' }, 'parameterProblem.unknownField', 'group'],
    ['a secret', { values: { center1Key: 'of-the-centre' } }, 'standards.secret', 'center1Key'],
    ['nothing', { values: {} }, 'standards.nothing', 'values'],
    ['a name of blanks', { name: '  ' }, 'bound.required', 'name'],
    [
      'O1: what belongs to one device and is not named',
      { values: { sendCycle: 600, timeZone: 480 } },
      'standards.ownField',
      'timeZone',
    ],
    [
      'O1: what belongs to one device under the name of another field',
      { values: { sendCycle: 600, timeZone: 480 }, own: ['sendCycle'] },
      'standards.ownField',
      'timeZone',
    ],
    [
      'O1: calibration that is not named',
      { group: 'crack', kind: crackAdc, values: { adcZero: 100 } },
      'standards.ownField',
      'adcZero',
    ],
    [
      'O1: installation of which one of two is named',
      { group: 'crack', kind: crackAdc, values: { adcZero: 100, installedLength: 50 }, own: ['adcZero'] },
      'standards.ownField',
      'installedLength',
    ],
    [
      'O1: identity that is not named',
      { group: 'horn', kind: horn, values: { address: 7 } },
      'standards.ownField',
      'address',
    ],
  ])('is refused for %s, under its field', async (_what, more, messageId, field) => {
    expect(await create(more)).toMatchObject({ status: 422, messageId, field });
  });

  test('O1: holds what belongs to one device where it is asked for by name, also when it is changed', async () => {
    const asked = await create({ values: { sendCycle: 600, timeZone: 480 }, own: ['timeZone'] });
    expect(asked).toMatchObject({ status: 200, data: { standard: { values: { timeZone: 480 } } } });
    const { standard } = asked.data;
    const change = { revision: 1, name: standard.name, values: { sendCycle: 600, timeZone: 540 } };
    expect(await update(standard.id, change)).toMatchObject({
      status: 422,
      messageId: 'standards.ownField',
      field: 'timeZone',
    });
    expect((await list(viewerA)).find(({ id }) => id === standard.id)?.values['timeZone']).toBe(480);
    expect(await update(standard.id, { ...change, own: ['timeZone'] })).toMatchObject({ status: 200 });
  });

  test('of a sensor kind takes the unit and digits of its primary channel', async () => {
    const settlement = 16;
    expect((await one({ kind: settlement, group: 'basic', values: { hysteresis: 0.5 } })).kind).toBe(
      settlement,
    );
  });

  test('has a name of its own among those of its group and company', async () => {
    const { name, id } = await one();
    expect(await create({ name })).toMatchObject({
      status: 422,
      messageId: 'standards.taken',
      field: 'name',
    });
    const other = await one();
    const taken = { revision: 1, name, values: { sendCycle: 600 } };
    expect(await update(other.id, taken)).toMatchObject({ messageId: 'standards.taken' });
    expect(await update(id, taken)).toMatchObject({ status: 200 });
    expect((await create({ name, companyId: companyB }, operatorB)).status).toBe(200);
  });

  test('is not changed by a request that is based on an older revision', async () => {
    const { id } = await one();
    const change = { revision: 1, name: `Winter of ${id}`, values: { sendCycle: 1200 } };
    expect((await update(id, change)).status).toBe(200);
    expect(await update(id, { ...change, values: { sendCycle: 1800 } })).toMatchObject({
      status: 409,
      messageId: 'standards.stale',
    });
    expect((await list(operatorA)).find((standard) => standard.id === id)?.values).toEqual({
      sendCycle: 1200,
    });
  });

  test('of another company does not exist, and who may only look changes none', async () => {
    const { id, name } = await one();
    const change = { revision: 1, name, values: { sendCycle: 1200 } };
    expect((await list(operatorB)).some((standard) => standard.id === id)).toBe(false);
    expect((await update(id, change, operatorB)).http).toBe(404);
    expect((await product.ask('DELETE', `/rest/standards/${id}`, operatorB)).http).toBe(404);
    expect((await create({ companyId: companyB })).http).toBe(404);
    expect((await create({}, viewerA)).http).toBe(403);
    expect((await update(id, change, viewerA)).http).toBe(403);
  });
});

describe('the matrix', () => {
  test('holds the devices of one company, the values that they reported, and nothing of another company', async () => {
    const rtu = product.rtus.find(({ temper }) => !temper.awake);
    if (rtu === undefined) throw new Error('no sleeper');
    const { rtuId, stationId } = await product.ids(rtu.sn);
    await product.device(rtu).visit();
    const { board } = product.running;
    const company = board.siteOfRtu(rtuId)?.project.companyId;
    const [own, foreign] = company === companyA ? [operatorA, operatorB] : [operatorB, operatorA];
    const place = (of: Matrix) => of.devices.rtu.indexOf(rtuId);
    const column = (of: Matrix, field: string) => of.columns.find((one) => one.field === field);
    const whole = await until(async () => {
      const { data } = await matrix(own, 'group=rtu');
      return (column(data, 'sendCycle')?.of[place(data)] ?? -1) >= 0 ? data : undefined;
    });
    const cycle = column(whole, 'sendCycle');
    expect(cycle?.values[cycle.of[place(whole)] ?? -1]).toBe(rtu.sendCycle);
    expect(Date.now() - (whole.devices.reported[place(whole)] ?? 0)).toBeLessThan(60_000);
    expect(whole.devices.slot.every((slot) => slot === -1)).toBe(true);
    const stations = await product.ask<{ stations: { id: number; sn: string | null }[] }>(
      'GET',
      '/rest/stations',
      own,
    );
    const withRtu = stations.data.stations.filter(({ sn }) => sn !== null).map(({ id }) => id);
    expect([...whole.devices.station].sort()).toEqual([...withRtu].sort());
    const { data: others } = await matrix(foreign, 'group=rtu');
    expect(others.devices.rtu).not.toContain(rtuId);
    expect((await matrix(foreign, `group=rtu&stations=${stationId}`)).http).toBe(404);
    const { data: part } = await matrix(own, `group=rtu&stations=${stationId}`);
    expect(part.devices).toMatchObject({ station: [stationId], rtu: [rtuId], slot: [-1] });
  });

  test('has no column of a secret and no pending set of one; it has other pending sets', async () => {
    const [, rtu] = product.rtus.filter(({ temper }) => !temper.awake);
    if (rtu === undefined) throw new Error('no second sleeper');
    const { rtuId, stationId } = await product.ids(rtu.sn);
    const maintainer = await product.login('maintainer');
    const target = { rtuId, slot: null };
    const secret = 'the-key-that-nobody-sees';
    const set = (edits: object, version: number) =>
      product.order(maintainer, target, { type: 'set', group: 'rtu', edits: edits as never, version });
    expect((await set({ lowBattery: 11.3 }, 0)).status).toBe(200);
    expect((await set({ lowBattery: 11.4 }, 1)).status).toBe(200);
    expect((await set({ center1Key: secret }, 2)).status).toBe(200);
    const reply = await matrix(maintainer, `group=rtu&stations=${stationId}`);
    expect(reply.data.columns.map(({ field }) => field)).toContain('center1AuthId');
    expect(reply.data.columns.map(({ field }) => field)).not.toContain('center1Key');
    expect(reply.data.pending).toMatchObject([{ device: 0, field: 'lowBattery', value: 11.4 }]);
    expect(JSON.stringify(reply)).not.toContain(secret);
    expect(JSON.stringify(reply)).not.toContain('center1Key');
  });

  test('of a sensor kind has each of its sensors; a group that it does not have is refused', async () => {
    const maintainer = await product.login('maintainer');
    const { db } = product.running.storage;
    const sensors = await db.selectFrom('sensors').selectAll().where('retired_at', 'is', null).execute();
    const { kind = 0 } = sensors.find((sensor) => sensor.kind === 9) ?? {};
    const { data } = await matrix(maintainer, `group=rt3000&kind=${kind}`);
    const wanted = sensors.filter((sensor) => sensor.kind === kind);
    expect(data.devices.slot).toHaveLength(wanted.length);
    expect(data.columns.every(({ of }) => of.length === wanted.length)).toBe(true);
    expect(await matrix(maintainer, `group=horn&kind=${kind}`)).toMatchObject({
      status: 422,
      field: 'group',
    });
    expect(await matrix(maintainer, 'group=nobody')).toMatchObject({ status: 422, field: 'group' });
  });
});
