/**
 * What one hostile RTU, one hostile script and one flood of logins do together, in a process of its own. Its first
 * message from the parent names whom it attacks; it goes on until it is ended, and counts what it did.
 */
import mqtt from 'mqtt';
import { rtu } from '../../src/catalogue/index.ts';
import { DataType } from '../../src/protocol/datatype.ts';
import { encodePayload } from '../../src/protocol/encode.ts';
import { bdSeq } from '../../src/protocol/node-control.ts';
import { formatTopic } from '../../src/protocol/topics.ts';
import { birthMetrics } from '../../src/simulator/device/readings.ts';

export interface Attack {
  readonly address: string;
  readonly mqttPort: number;
  readonly node: { readonly sn: string; readonly password: string; readonly group: string };
  /** Session of somebody who may run scripts. */
  readonly token: string;
}
export interface Damage {
  readonly messages: number;
  readonly runs: number;
  readonly logins: number;
}

/** Everything dear that one run can ask for: conditions by the thousand, the same history again and again. */
const script = `import { fleet } from 'groundwatch';
const where = Array.from({ length: 2500 }, (_, i) => ({ group: 'rtu', field: 'lowBattery', above: i / 1000 }));
const stations = await fleet.stations();
const again = Array.from({ length: 2000 }, (_, i) => stations[i % stations.length]);
for (;;) {
  try { await fleet.stations({ where }); } catch {}
  try { await fleet.history(again, 'rtu', ['batteryVoltage'], { days: 365, statistic: 'median' }); } catch {}
  try { await fleet.latest(again, 'rtu'); } catch {}
}`;
const post = (address: string, path: string, body: object, token?: string) =>
  fetch(address + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token === undefined ? {} : { authorization: token }) },
    body: JSON.stringify(body),
  });
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

let [messages, runs, logins] = [0, 0, 0];

/** Comes back whenever it is thrown out, and sends messages of three thousand metrics that nobody knows. */
async function hostileNode({ mqttPort, node: { sn, password, group } }: Attack): Promise<void> {
  const topic = (type: 'NBIRTH' | 'NDATA' | 'NDEATH') => formatTopic({ group, type, node: sn, device: null });
  const session = { name: bdSeq, datatype: DataType.UInt64, value: 1n };
  const unknown = Array.from({ length: 3000 }, (_, i) => ({
    name: `nobody knows ${i}`,
    datatype: DataType.Double,
    value: i,
  }));
  for (;;) {
    const client = mqtt.connect(`mqtt://127.0.0.1:${mqttPort}`, {
      protocolVersion: 4,
      clientId: sn,
      username: sn,
      password,
      reconnectPeriod: 0,
      will: {
        topic: topic('NDEATH'),
        payload: Buffer.from(encodePayload({ metrics: [session] })),
        qos: 1,
        retain: false,
      },
    });
    const gone = new Promise<void>((resolve) => client.once('close', () => resolve()));
    client.on('error', () => undefined);
    const send = (
      type: 'NBIRTH' | 'NDATA',
      seq: number,
      metrics: Parameters<typeof encodePayload>[0]['metrics'],
    ) =>
      new Promise<void>((resolve) => {
        const payload = Buffer.from(
          encodePayload({ timestamp: Date.now(), seq, metrics }, { datatypes: true }),
        );
        client.publish(topic(type), payload, { qos: 1 }, () => resolve());
      });
    client.once('connect', async () => {
      void send('NBIRTH', 0, [session, ...birthMetrics(rtu, new Map())]);
      for (let seq = 1; client.connected; seq += 1) {
        // As many as a link holds, without a look at what was acknowledged.
        void send('NDATA', seq % 256, unknown);
        messages += 1;
        if (seq % 20 === 0) await pause(10);
      }
    });
    await gone;
    client.end(true);
    await pause(50);
  }
}

async function hostileScript({ address, token }: Attack): Promise<void> {
  for (;;) {
    const answer = await post(
      address,
      '/rest/workflows/runs',
      { script, args: {}, title: 'hostile' },
      token,
    ).catch(() => null);
    const { status } = ((await answer?.json().catch(() => null)) ?? {}) as { status?: number };
    if (status === 200) runs += 1;
    await pause(200);
  }
}

async function hostileLogins({ address }: Attack): Promise<void> {
  const guess = async () => {
    for (;;) {
      const body = { accountName: 'maintainer', password: `guess ${logins}` };
      await post(address, '/login', body)
        .then((answer) => answer.arrayBuffer())
        .catch(() => null);
      logins += 1;
    }
  };
  await Promise.all(Array.from({ length: 30 }, guess));
}

process.on('message', (attack: Attack | 'report') => {
  if (attack === 'report') {
    process.send?.({ messages, runs, logins } satisfies Damage);
    return;
  }
  void hostileNode(attack);
  void hostileScript(attack);
  void hostileLogins(attack);
});
process.on('disconnect', () => process.exit(0));
