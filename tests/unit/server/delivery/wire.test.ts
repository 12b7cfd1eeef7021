/** What goes over the wire, what is bound by a hash, how a row is shown. */
import { describe, expect, it } from 'vitest';
import { DataType } from '../../../../src/protocol/datatype.ts';
import { decodeCommand } from '../../../../src/protocol/tracked.ts';
import { bodyHash, canonical } from '../../../../src/server/delivery/body-hash.ts';
import { plainMessage, trackedMessage } from '../../../../src/server/delivery/envelope.ts';
import { readBack } from '../../../../src/server/delivery/read-back.ts';
import { contentOf, type OrderRow } from '../../../../src/server/delivery/row.ts';
import { ulid } from '../../../../src/server/delivery/ulid.ts';
import { viewOf } from '../../../../src/server/delivery/view.ts';

const row = (more: Partial<OrderRow>): OrderRow => ({
  id: ulid(0),
  rtu_id: 1,
  slot: null,
  kind: null,
  type: 'set',
  name: 'rtu',
  body: '{"lowBattery":11}',
  previous: '{}',
  seen: '{}',
  state: 'sending',
  verification: null,
  position: 1,
  seq: 7,
  attempts: 1,
  session: '1',
  base_version: 0,
  stranding: 0,
  trial: null,
  user_id: 1,
  account_name: 'a',
  reason: '',
  surface: 'key',
  plan_id: null,
  idempotency_key: 'k',
  body_hash: '',
  not_after: 5000,
  created_at: 0,
  sent_at: 1000,
  received_at: null,
  answered_at: null,
  ended_at: null,
  applied_at: null,
  verified_at: null,
  code: null,
  answer: '',
  hidden: 0,
  ...more,
});
const decoded = (one: OrderRow, now = 0) => {
  const metrics = trackedMessage(one, now) ?? [];
  return decodeCommand(metrics.map((metric) => ({ ...metric, name: metric.name ?? null })));
};

describe('the tracked envelope', () => {
  it('carries a set as its metrics, with their types', () => {
    expect(
      decoded(row({ body: '{"lowBattery":11,"resend":false,"standardPreference":"4G"}' })),
    ).toMatchObject({
      seq: 7n,
      notAfter: 5000,
      command: null,
      tries: null,
      parameters: [
        { name: 'param/rtu/resend', datatype: DataType.Boolean, value: false },
        { name: 'param/rtu/lowBattery', datatype: DataType.Double, value: 11 },
        { name: 'param/rtu/standardPreference', datatype: DataType.Int32, value: 3 },
      ],
    });
  });
  it('carries an order with its arguments; the server’s time is filled in when it is sent', () => {
    const one = row({ type: 'action', name: 'startFastCollect', body: '{"duration":30}' });
    expect(decoded(one)).toMatchObject({ command: { name: 'startFastCollect', args: '{"duration":30}' } });
    const clock = row({ type: 'action', name: 'syncClock', body: '{}' });
    expect(decoded(clock, 1234)).toMatchObject({ command: { name: 'syncClock', args: '{"time":1234}' } });
  });
  it('tries a stranding set, then commits it', () => {
    expect(decoded(row({ body: '{"apn":"a"}', stranding: 1 }))).toMatchObject({ tries: 3 });
    const tried = row({ stranding: 1, trial: 'trying' });
    expect(decoded(tried)).toEqual({ commit: tried.id });
  });
  it('goes nowhere without a sequence number, or for what the catalogue does not know', () => {
    expect(trackedMessage(row({ seq: null }), 0)).toBeNull();
    expect(trackedMessage(row({ body: '{"colour":1}' }), 0)).toBeNull();
    expect(trackedMessage(row({ type: 'action', name: 'fly' }), 0)).toBeNull();
  });
});

describe('a plain node', () => {
  it('is written to by the types of its birth, or not at all', () => {
    expect(plainMessage(row({}), () => DataType.Float)).toEqual([
      { name: 'param/rtu/lowBattery', datatype: DataType.Float, value: 11 },
    ]);
    expect(plainMessage(row({}), () => null)).toBeNull();
    expect(plainMessage(row({}), () => DataType.String)).toBeNull();
    const act = row({ type: 'action', name: 'restart', body: '{}' });
    expect(plainMessage(act, () => DataType.Boolean)).toEqual([
      { name: 'cmd/restart', datatype: DataType.Boolean, value: true },
    ]);
    const fast = row({ type: 'action', name: 'startFastCollect', body: '{"duration":30}' });
    expect(plainMessage(fast, () => DataType.String)).toMatchObject([{ value: '{"duration":30}' }]);
  });
});

describe('a body’s hash', () => {
  it('is of its content, whatever the order of its keys', () => {
    expect(canonical({ b: [1, { d: 2, c: null }], a: 'x', gone: undefined })).toBe(
      '{"a":"x","b":[1,{"c":null,"d":2}]}',
    );
    expect(bodyHash({ a: 1, b: 2 })).toBe(bodyHash({ b: 2, a: 1 }));
    expect(bodyHash({ a: 1 })).not.toBe(bodyHash({ a: '1' }));
    expect(bodyHash([1, 2])).not.toBe(bodyHash([2, 1]));
  });
});

describe('read-back', () => {
  const reported = (value: number, heard: number) => ({ 'rtu/lowBattery': [value, heard, heard] as const });
  it('is pending until the device reports the value after the send', () => {
    expect(readBack(row({}), {}).verification).toBe('pending');
    expect(readBack(row({}), reported(11, 999)).verification).toBe('pending');
    expect(readBack(row({}), reported(11, 1000)).verification).toBe('verified');
    expect(readBack(row({}), reported(12, 1000))).toEqual({
      verification: 'different',
      seen: { lowBattery: 12 },
    });
  });
  it('of a set that was sent again accepts the value if reported after the first send', () => {
    expect(readBack(row({}), reported(11, 900), 800).verification).toBe('verified');
    expect(readBack(row({}), reported(11, 799), 800).verification).toBe('pending');
    // Perhaps from before it had it.
    expect(readBack(row({}), reported(12, 900), 800).verification).toBe('pending');
  });
  it('cannot be of a secret; beside one it is of the rest', () => {
    expect(readBack(row({ body: '{"apnPassword":"p"}' }), {}).verification).toBe('unreadable');
    const both = row({ body: '{"apnPassword":"p","apn":"a"}' });
    expect(readBack(both, { 'rtu/apn': ['a', 1000, 1000] }).verification).toBe('verified');
  });
});

describe('the view of a row', () => {
  it('has no secrets', () => {
    const one = row({ body: '{"apnPassword":"hush","apn":"a"}' });
    expect(contentOf(one)).toEqual({
      type: 'set',
      group: 'rtu',
      edits: { apnPassword: null, apn: 'a' },
      version: 0,
    });
    const view = viewOf(one, { stationId: 1, sn: 's', landing: null, open: [] });
    expect(JSON.stringify(view)).not.toContain('hush');
  });
  it('counts what goes before it', () => {
    const open = [
      { id: 'a', state: 'sending' },
      { id: 'b', state: 'retry' },
      { id: 'c', state: 'queued' },
    ];
    const of = (id: string, state: string) =>
      viewOf(row({ id, state }), { stationId: 1, sn: 's', landing: null, open }).ahead;
    expect([of('a', 'sending'), of('b', 'retry'), of('c', 'queued'), of('d', 'succeeded')]).toEqual([
      null,
      0,
      1,
      null,
    ]);
  });
  it('an id sorts by its time', () => {
    expect(ulid(1000)).toMatch(/^[0-9A-HJKMNP-TV-Z]{26}$/);
    expect(ulid(1000) < ulid(1001)).toBe(true);
    expect(ulid(1000)).not.toBe(ulid(1000));
  });
});
