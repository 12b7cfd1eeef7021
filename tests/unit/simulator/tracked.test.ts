import { describe, expect, test } from 'vitest';
import { DataType } from '../../../src/protocol/datatype.ts';
import type { MetricInput } from '../../../src/protocol/payload.ts';
import { decodeAck, decodeTryReport, type TrackedCommand } from '../../../src/protocol/tracked.ts';
import { DeviceMemory } from '../../../src/simulator/device/memory.ts';
import { commit, handle, tryFailed } from '../../../src/simulator/device/tracked.ts';
import { planFleet } from '../../../src/simulator/fleet/index.ts';
import { rtuSlot } from '../../../src/simulator/parameters.ts';

const now = Date.UTC(2026, 9, 3);
const rtu = planFleet({ anchor: now, stations: 20 }).projects[1]?.stations[0]?.rtu;
if (!rtu) throw new Error('no RTU');

let ids = 0;
const command = (seq: number, more: Partial<TrackedCommand>): TrackedCommand => ({
  id: `01TEST${String(++ids).padStart(20, '0')}`,
  seq: BigInt(seq),
  notAfter: now + 60_000,
  command: null,
  parameters: [],
  tries: null,
  ...more,
});
const named = (name: string, args = '{}') => ({ command: { name, args } });
const metric = (name: string, datatype: DataType, value: MetricInput['value']): MetricInput => ({
  name,
  datatype,
  value,
});
const ackOf = (answer: readonly MetricInput[]) =>
  decodeAck(answer.map((each) => ({ ...each, name: each.name ?? null })));
const sendCycle = (value: number) => metric('param/rtu/sendCycle', DataType.Double, value);

describe('the tracked-device contract', () => {
  test('each command acts once; the same sequence repeats the stored ack', () => {
    const memory = new DeviceMemory(rtu);
    const set = command(5, { parameters: [sendCycle(7200)] });
    const first = handle(memory, rtuSlot, set, now);
    expect(ackOf(first.answer)).toMatchObject({ id: set.id, seq: 5n, status: 'ok' });
    expect(first.answer).toContainEqual(sendCycle(7200));
    memory.of(rtuSlot).set('rtu/sendCycle', 1800);
    const again = handle(memory, rtuSlot, set, now);
    expect(ackOf(again.answer)).toEqual(ackOf(first.answer));
    expect(again.outcome).toBeNull();
    expect(memory.of(rtuSlot).get('rtu/sendCycle')).toBe(1800);
  });

  test('a command below the high-water mark that it never saw is stale', () => {
    const memory = new DeviceMemory(rtu);
    handle(memory, rtuSlot, command(9, named('reportNow')), now);
    const late = handle(memory, rtuSlot, command(8, named('restart')), now);
    expect(ackOf(late.answer)?.status).toBe('rejected-stale');
    expect(late.outcome).toBeNull();
    expect(memory.highWater).toBe(9n);
  });

  test('nothing is done after notAfter', () => {
    const memory = new DeviceMemory(rtu);
    const { answer, outcome } = handle(
      memory,
      rtuSlot,
      command(1, { ...named('restart'), notAfter: now - 1 }),
      now,
    );
    expect(ackOf(answer)?.status).toBe('expired');
    expect(outcome).toBeNull();
  });

  test('high-water and id are stored before it acts: power lost while acting is reported as interrupted', () => {
    const memory = new DeviceMemory(rtu);
    const saved: string[] = [];
    const one = command(3, named('reportNow'));
    handle(memory, rtuSlot, one, now, () => saved.push(JSON.stringify(memory.save())));
    const before = new DeviceMemory(rtu, JSON.parse(saved[0] ?? 'null'));
    expect(before.highWater).toBe(3n);
    expect(ackOf(handle(before, rtuSlot, one, now).answer)?.status).toBe('interrupted');
    const after = new DeviceMemory(rtu, JSON.parse(saved[1] ?? 'null'));
    expect(ackOf(handle(after, rtuSlot, one, now).answer)?.status).toBe('ok');
  });

  test('bounds and rules of the catalogue refuse a set as a whole', () => {
    const memory = new DeviceMemory(rtu);
    const bad = command(1, {
      parameters: [metric('param/rtu/lowBattery', DataType.Double, 11), sendCycle(61)],
    });
    const { answer } = handle(memory, rtuSlot, bad, now);
    expect(ackOf(answer)).toMatchObject({ status: 'failed', text: 'rtu/sendCycle: step' });
    expect(memory.of(rtuSlot).get('rtu/lowBattery')).toBe(11.5);
  });

  test('one that is at fault refuses sets and commands in its words, and acts again once it is repaired', () => {
    const memory = new DeviceMemory(rtu);
    memory.fault = { type: 'rejects', why: 'write protected' };
    const set = command(1, { parameters: [sendCycle(7200)] });
    const refusal = { status: 'failed', text: 'write protected' };
    expect(ackOf(handle(memory, rtuSlot, set, now).answer)).toMatchObject(refusal);
    const report = handle(memory, rtuSlot, command(2, named('reportNow')), now);
    expect(ackOf(report.answer)).toMatchObject(refusal);
    expect(report.outcome).toBeNull();
    expect(memory.of(rtuSlot).get('rtu/sendCycle')).not.toBe(7200);
    memory.fault = null;
    const again = command(3, { parameters: [sendCycle(7200)] });
    expect(ackOf(handle(memory, rtuSlot, again, now).answer)?.status).toBe('ok');
    expect(memory.of(rtuSlot).get('rtu/sendCycle')).toBe(7200);
  });

  test('an unknown command fails with its name', () => {
    const memory = new DeviceMemory(rtu);
    const { answer } = handle(memory, 0, command(1, named('flyAway')), now);
    expect(ackOf(answer)).toMatchObject({ status: 'failed', text: 'unknown command flyAway' });
  });

  test('a zeroed tilt sensor is relative from now on, and absolute again when cleared', () => {
    const memory = new DeviceMemory(rtu);
    const group = memory.sensor(0)?.kind.groups[0];
    handle(memory, 0, command(1, named('setZero')), now);
    expect(memory.of(0).get(`${group}/zeroMode`)).toBe(1);
    expect(memory.of(0).get(`${group}/initialX`)).toBeTypeOf('number');
    handle(memory, 0, command(2, named('clearZero')), now);
    expect(memory.of(0).get(`${group}/zeroMode`)).toBe(0);
  });
});

describe('tried sets', () => {
  const stranding = () =>
    command(1, { parameters: [metric('param/rtu/center1Host', DataType.String, 'other.example')], tries: 2 });

  test('are kept when the host commits', () => {
    const memory = new DeviceMemory(rtu);
    const set = stranding();
    const { answer, prove } = handle(memory, rtuSlot, set, now);
    expect(prove).toBe(true);
    expect(decodeTryReport(answer.map((each) => ({ ...each, name: each.name ?? null })))?.state).toBe(
      'trying',
    );
    expect(memory.reachable).toBe(false);
    expect(commit(memory, 'another')).toBeNull();
    expect(commit(memory, set.id)).not.toBeNull();
    expect(tryFailed(memory)).toBeNull();
    expect(memory.of(rtuSlot).get('rtu/center1Host')).toBe('other.example');
  });

  test('are taken back after the tries', () => {
    const memory = new DeviceMemory(rtu);
    handle(memory, rtuSlot, stranding(), now);
    expect(tryFailed(memory)).toBeNull();
    const report = tryFailed(memory) ?? [];
    expect(decodeTryReport(report.map((each) => ({ ...each, name: each.name ?? null })))?.state).toBe(
      'rolledBack',
    );
    expect(memory.reachable).toBe(true);
  });
});
