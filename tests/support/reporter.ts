/** An edge node of `small-site` that reports tilt readings, each acknowledged by the broker. */
import { DataType } from '../../src/protocol/datatype.ts';
import { encodePayload } from '../../src/protocol/encode.ts';
import { bdSeq, connectNode, double, type Node } from '../server/gateway/gateway-fixture.ts';

export interface Reporter {
  readonly node: Node;
  /** Times of readings that the broker has taken. */
  readonly accepted: readonly number[];
  /** Reports one reading: x = index / 1000 of its time. Rejects when the connection ends before it is taken. */
  report(t: number): Promise<void>;
}

/** Connects and is born, with the sensor in slot 0. */
export async function startReporter(port: number, sn: string, password: string): Promise<Reporter> {
  const node = await connectNode(port, sn, password);
  const timestamp = Date.now();
  await node.send('NBIRTH', { timestamp, metrics: [bdSeq(1n), double('batteryVoltage', null)] });
  const kind = { name: 'kind', datatype: DataType.Int32, value: 4 };
  const channels = [double('x', null, { alias: 1 }), double('y', null, { alias: 2 })];
  await node.send('DBIRTH', { timestamp, metrics: [kind, ...channels] }, '0');
  const accepted: number[] = [];
  return {
    node,
    accepted,
    async report(t) {
      const { seq } = node;
      node.seq = (seq + 1) % 256;
      const metrics = [
        { ...double('x', (t % 1000) / 1000), timestamp: t },
        { ...double('y', 0), timestamp: t },
      ];
      const bytes = encodePayload({ timestamp: t, seq, metrics }, { datatypes: false });
      await node.client.publishAsync(node.topic('DDATA', '0'), Buffer.from(bytes), { qos: 1 });
      accepted.push(t);
    },
  };
}

/**
 * Reports without a pause, from `t0` on, until the returned function is called; every fifth reading is reported twice, as
 * after a lost acknowledgement.
 */
export function reportOn(reporter: Reporter, t0: number): () => Promise<void> {
  let isOver = false;
  const work = (async () => {
    for (let index = reporter.accepted.length; !isOver; index++) {
      const t = t0 + index * 1007;
      await reporter.report(t);
      if (index % 5 === 0) await reporter.report(t);
      if (index % 20 === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    }
  })();
  return async () => {
    isOver = true;
    await work;
  };
}
