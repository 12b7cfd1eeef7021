import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DataType } from '../../../src/protocol/datatype.ts';
import { decodePayload } from '../../../src/protocol/decode.ts';
import { encodePayload } from '../../../src/protocol/encode.ts';
import { NodeSession } from '../../../src/protocol/node-session.ts';
import { PayloadError, type PayloadProblem } from '../../../src/protocol/payload.ts';
import { deepTemplates, good, mutants, refused } from '../../support/hostile-payloads.ts';

/** Reason of the refusal; anything else that is thrown fails the test. */
function refusal(bytes: Uint8Array): PayloadProblem | 'taken' {
  try {
    decodePayload(bytes);
    return 'taken';
  } catch (error) {
    if (error instanceof PayloadError) return error.reason;
    throw error;
  }
}
describe('hostile payloads', () => {
  it.each(refused)('%s is refused with its reason', (_, bytes, reason) => {
    expect(refusal(bytes)).toBe(reason);
  });

  it('every truncation is refused or is a shorter payload; nothing else is thrown', () => {
    for (let end = 0; end < good.length; end++) refusal(good.subarray(0, end));
    expect(refusal(good)).toBe('taken');
    expect(refusal(good.subarray(0, good.length - 3))).not.toBe('utf8');
  });

  it('random bytes and mutations never throw anything but PayloadError, and a session survives them', () => {
    fc.assert(
      fc.property(mutants, (bytes) => {
        if (refusal(bytes) !== 'taken') return;
        const session = new NodeSession();
        session.receive({ group: 'g', type: 'NBIRTH', device: null, payload: decodePayload(bytes) }, 0);
        session.receive({ group: 'g', type: 'NDATA', device: null, payload: decodePayload(bytes) }, 1);
        session.tick(10_000);
      }),
      { numRuns: 2000 },
    );
  });

  it('deep templates are passed over without recursion', () => {
    for (const bytes of deepTemplates()) expect(refusal(bytes)).toBe('taken');
  });

  it('D3 one message reports a kind of problem once, for any number of metrics', () => {
    const session = new NodeSession();
    const births = encodePayload({ seq: 0, metrics: [{ name: 'a', datatype: DataType.Double, value: 1 }] });
    session.receive({ group: 'g', type: 'NBIRTH', device: null, payload: decodePayload(births) }, 0);
    const metrics = Array.from({ length: 5000 }, (_, index) => ({
      name: `u${index}`,
      datatype: DataType.Double,
      value: 1,
    }));
    const payload = decodePayload(encodePayload({ seq: 1, metrics }));
    const events = session.receive({ group: 'g', type: 'NDATA', device: null, payload }, 1);
    const problems = events.filter((event) => event.type === 'problem');
    expect(problems).toMatchObject([{ reason: 'unknownMetric', detail: 'u0, u1, u2 (+4997)' }]);
    expect(events.filter((event) => event.type === 'requestRebirth')).toHaveLength(1);
  });
});
