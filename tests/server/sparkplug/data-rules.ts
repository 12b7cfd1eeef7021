import { expect, it } from 'vitest';
import type { Metric } from '../../../src/protocol/payload.ts';
import { as, metric } from '../../support/sparkplug/wire.ts';
import { until } from '../gateway/gateway-fixture.ts';
import { link, rawBattery, reasons, rebirthAsked, stage } from './rule.ts';
import { alias, sn } from './stage.ts';

/** What a strict edge node sends, and what becomes of it: the same on both brokers. */
export function dataRules(): void {
  it('reads data by alias without data types: both forms of negatives, UInt64, null, a DataSet', async () => {
    await stage.edge.connect();
    const heard: Metric[] = [];
    stage.gateway.events.on('data', ({ metrics }) => heard.push(...metrics));
    await stage.edge.data([
      { alias: alias.signal, value: as.int(0xffff_ff9c) },
      { alias: alias.signal, value: as.int(0xff9c) },
      { alias: alias.uptime, value: as.long(2n ** 64n - 1n) },
      { alias: alias.battery, value: as.null() },
    ]);
    await stage.edge.data(
      [
        {
          alias: alias.nodes,
          value: as.dataSet(
            ['depth', 'cumulativeA'],
            [
              [-1, 0.5],
              [-2, 0.25],
            ],
          ),
        },
      ],
      '1',
    );
    await until(() => heard.length === 5);
    expect(heard.map(({ name, value }) => [name, value])).toEqual([
      ['Properties/Signal', -100],
      ['Properties/Signal', -100],
      ['Properties/Uptime', 2n ** 64n - 1n],
      ['batteryVoltage', null],
      ['nodes', expect.objectContaining({ columns: ['depth', 'cumulativeA'] })],
    ]);
    await stage.gateway.settled();
    const [status] = await stage.site.storage.readings.latest('status', [stage.rtuId]);
    // A row without a value: null is not zero.
    expect(status?.values).toEqual({});
    const profile = await stage.site.storage.readings.latest('profile', [stage.sensors.get(1) ?? -1]);
    expect(profile.filter(({ element }) => element > 0).map(({ values }) => values)).toMatchObject([
      { depth: -1, cumulativeA: 0.5 },
      { depth: -2, cumulativeA: 0.25 },
    ]);
    expect(reasons()).toEqual([]);
  });

  it('stores what is historical with its own time, and it moves neither quality nor the newest value', async () => {
    await stage.edge.connect();
    const now = Date.now();
    await stage.edge.data([{ alias: alias.x, timestamp: now, value: as.double(5) }], '0');
    await stage.edge.data(
      [{ alias: alias.x, timestamp: now - 3_600_000, historical: true, value: as.double(4) }],
      '0',
    );
    const id = stage.sensors.get(0) ?? -1;
    const stored = await until(async () => {
      await stage.gateway.settled();
      const query = { row: 'tilt', sourceId: id, element: 0, from: 0, to: now + 1, limit: 10 } as const;
      const { rows } = await stage.site.storage.readings.rows(query);
      return rows.length === 2 && rows;
    });
    expect(stored.map(({ t, values }) => [t, values['x']])).toEqual([
      [now, 5],
      [now - 3_600_000, 4],
    ]);
    expect((await stage.site.storage.readings.latest('tilt', [id]))[0]?.values['x']).toBe(5);
    expect(link()?.quality).toBe('GOOD');
  });

  it('asks again only after its limit, however many messages are lost', async () => {
    await stage.edge.connect();
    const gaps = () =>
      (link()?.problems ?? [])
        .filter(({ reason }) => reason === 'sequenceGap')
        .reduce((sum, { count }) => sum + count, 0);
    for (let lost = 1; lost <= 3; lost++) {
      await stage.edge.send('NDATA', [rawBattery(lost)], undefined, 1);
      await until(() => gaps() === lost);
      await until(() => stage.edge.births === 2 && stage.gateway.declares(sn, '1', 'nodes'));
    }
    expect(rebirthAsked()).toHaveLength(1);
  });

  it('a late Will with the bdSeq of the session before does not end the new one', async () => {
    await stage.edge.connect();
    const late = stage.edge.bdSeq;
    await stage.edge.leave();
    await until(() => link()?.quality === 'STALE');
    await stage.edge.connect();
    await until(() => link()?.quality === 'GOOD');
    const bdSeq = metric({ name: 'bdSeq', datatype: 4, value: as.long(late) });
    await stage.edge.send('NDEATH', [bdSeq]);
    await until(() => reasons().includes('lateDeath'));
    expect(link()?.quality).toBe('GOOD');
  });
}
