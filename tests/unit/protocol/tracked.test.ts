import { describe, expect, it } from 'vitest';
import { DataType } from '../../../src/protocol/datatype.ts';
import { decodePayload } from '../../../src/protocol/decode.ts';
import { encodePayload } from '../../../src/protocol/encode.ts';
import { type MetricInput, PayloadError } from '../../../src/protocol/payload.ts';
import {
  ackStatuses,
  decodeAck,
  decodeCommand,
  decodeTrackedBirth,
  decodeTryReport,
  encodeAck,
  encodeCommand,
  encodeCommit,
  encodeTrackedBirth,
  encodeTryReport,
  type TrackedCommand,
} from '../../../src/protocol/tracked.ts';

/** Over the wire and back. */
const travel = (metrics: readonly MetricInput[]) => decodePayload(encodePayload({ metrics })).metrics;
const id = '01J9ZQ4T7N8X2C5V6B7M8K9P0R';
const base: TrackedCommand = {
  id,
  seq: 2n ** 60n,
  notAfter: 1_800_000_000_000,
  command: null,
  parameters: [],
  tries: null,
};

describe('the tracked envelope', () => {
  it('carries a command with its arguments', () => {
    const command = { ...base, command: { name: 'cmd/restart', args: '{"a":1}' } };
    expect(decodeCommand(travel(encodeCommand(command)))).toEqual(command);
  });

  it('carries a tried set of parameters', () => {
    const command = {
      ...base,
      tries: 3,
      parameters: [
        { name: 'param/rtu/apn', datatype: DataType.String, value: 'iot' },
        { name: 'param/rtu/sendCycle', datatype: DataType.Double, value: 3600 },
      ],
    };
    expect(decodeCommand(travel(encodeCommand(command)))).toEqual(command);
    expect(decodeCommand(travel(encodeCommit(id)))).toEqual({ commit: id });
    expect(decodeTryReport(travel(encodeTryReport({ id, state: 'rolledBack' })))).toEqual({
      id,
      state: 'rolledBack',
    });
  });

  it('a message without an envelope is none; half an envelope is refused', () => {
    expect(
      decodeCommand(travel([{ name: 'param/rtu/apn', datatype: DataType.String, value: 'x' }])),
    ).toBeNull();
    expect(() =>
      decodeCommand(travel([{ name: 'Command/Id', datatype: DataType.String, value: id }])),
    ).toThrow(PayloadError);
  });

  it.each(ackStatuses)('carries an answer: %s', (status) => {
    const ack = { id, seq: 7n, status, code: -3, text: '存储已满' };
    expect(decodeAck(travel(encodeAck(ack)))).toEqual(ack);
  });

  it('a birth repeats the last 16 answers and has no answer of its own', () => {
    const acks = Array.from({ length: 20 }, (_, index) => ({
      id: `${id}${index}`,
      seq: BigInt(index),
      status: 'ok' as const,
      code: 0,
      text: '',
    }));
    const metrics = travel(encodeTrackedBirth(20n, acks));
    expect(decodeTrackedBirth(metrics)).toEqual({ highWater: 20n, acks: acks.slice(4) });
    expect(decodeAck(metrics)).toBeNull();
    expect(decodeTrackedBirth([])).toBeNull();
  });
});
