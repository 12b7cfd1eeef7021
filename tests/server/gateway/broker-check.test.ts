/** `npm run broker:check` and `npm run broker:acl`, with real brokers that can do what is needed, and with such that cannot. */
import { type AddressInfo, createServer, type Server } from 'node:net';
import { Aedes, type PublishPacket } from 'aedes';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rightsFile } from '../../../src/server/gateway/check/rights-file.ts';
import { type Mosquitto, startMosquitto } from '../../support/mosquitto.ts';
import { runProgram } from '../../support/process.ts';

const users = { host: 'host-secret', GW0001: 'node-secret', 'src-logger': 'source-secret' };
const urlOf = (port: number, user: keyof typeof users) => `mqtt://${user}:${users[user]}@127.0.0.1:${port}`;

let open: Mosquitto;
let strict: Mosquitto;
const brokers: { stop(): Promise<void> }[] = [];
beforeAll(async () => {
  open = await startMosquitto(users);
  strict = await startMosquitto(users, { rights: rightsFile('mosquitto', 'host') });
  brokers.push(open, strict);
}, 60_000);
afterAll(async () => {
  for (const broker of brokers) await broker.stop();
});

const check = (port: number, ...args: readonly string[]) =>
  runProgram('broker-check', args, { MQTT_URL: urlOf(port, 'host') });

/** The lines of an output by their marks. */
const marked = (output: string, mark: string) =>
  output
    .split('\n')
    .filter((line) => line.startsWith(`${mark} `))
    .map((line) => line.slice(2));

/** A broker whose messages are changed on their way, or kept back. */
async function startOdd(change: (packet: PublishPacket) => boolean): Promise<number> {
  const aedes = await Aedes.createBroker();
  aedes.authorizeForward = (_client, packet) => {
    const changed = { ...packet };
    return change(changed as PublishPacket) ? changed : null;
  };
  const server: Server = createServer((socket) => aedes.handle(socket));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  brokers.push({
    stop: async () => {
      await new Promise<void>((done) => aedes.close(() => done()));
      server.close();
    },
  });
  return (server.address() as AddressInfo).port;
}

describe('broker:check', () => {
  test('a mosquitto with the rights that the product prints passes, in the language asked for', async () => {
    const { code, output } = await check(strict.port, '--rtu', urlOf(strict.port, 'GW0001'));
    expect(marked(output, '✗')).toEqual([]);
    expect(marked(output, '✓')).toHaveLength(13);
    expect(marked(output, '–')).toEqual([expect.stringContaining('--also URL')]);
    expect(output).toContain('Verdict: the product can be used with this broker.');
    expect(code).toBe(0);
    const chinese = await check(strict.port, '--also', urlOf(strict.port, 'host'), '--language', 'zh-chs');
    expect(chinese.output).toContain('结论：此 MQTT 服务器可供本产品使用。');
    expect(marked(chinese.output, '–')).toEqual([expect.stringContaining('--rtu URL')]);
    expect(chinese.code).toBe(0);
  }, 60_000);

  test('one at which an RTU may do anything fails, and says what it may', async () => {
    const { code, output } = await check(open.port, '--rtu', urlOf(open.port, 'GW0001'));
    const [failed, ...more] = marked(output, '✗');
    expect(more).toEqual([]);
    expect(failed).toContain(
      "an RTU may publish as another RTU, command other RTUs, publish a host's STATE, read what other RTUs send",
    );
    expect(output).toContain('1 check failed');
    expect(code).toBe(1);
  }, 60_000);

  test('one that keeps nothing, takes no large payload, or grants no QoS 1 fails at that alone', async () => {
    const poor = await startMosquitto(users, { more: ['retain_available false', 'message_size_limit 4096'] });
    brokers.push(poor);
    const { code, output } = await check(poor.port);
    const failed = marked(output, '✗').join('\n');
    expect(failed).toContain('65536 bytes did not come');
    expect(failed).toContain('another connection');
    expect(marked(output, '✓').join('\n')).toContain('Messages come in their order');
    expect(code).toBe(1);
  }, 90_000);

  test('one that turns dots into slashes, or changes the order, is found out', async () => {
    const dots = await startOdd((packet) => {
      packet.topic = packet.topic.replaceAll('.', '/');
      return true;
    });
    const one = await check(dots);
    expect(marked(one.output, '✗').join('\n')).toMatch(/Dots in topics .*came as spBv1\/0\//);
    expect(one.code).toBe(1);
    let nth = 0;
    const drops = await startOdd((packet) => {
      if (packet.payload.length > 4) return true;
      nth += 1;
      return nth % 500 !== 0;
    });
    const other = await check(drops);
    expect(marked(other.output, '✗').join('\n')).toMatch(/in their order.*19\d\d of 2000 came/);
  }, 90_000);

  test('a wrong password, no broker and no address are said as that, without the password', async () => {
    const wrong = await runProgram('broker-check', [], {
      MQTT_URL: `mqtt://host:Vq3mZ8tW6xK1@127.0.0.1:${open.port}`,
    });
    expect(wrong.code).toBe(1);
    expect(wrong.output).toMatch(/✗ It accepts the host application \(.*[Nn]ot authorized/);
    expect(wrong.output).not.toContain('Vq3mZ8tW6xK1');
    expect((await runProgram('broker-check', [], { MQTT_URL: '' })).code).toBe(2);
    const odd = await check(open.port, '--rtu', 'http://GW0001:Vq3mZ8tW6xK1@127.0.0.1');
    expect(odd.output).toContain('is no MQTT address');
    expect(odd.output).not.toContain('Vq3mZ8tW6xK1');
    expect(odd.code).toBe(1);
  }, 60_000);
});

describe('broker:acl', () => {
  test('prints the rights for the user of MQTT_URL, or one that is named', async () => {
    const named = await runProgram('broker-acl', ['mosquitto'], { MQTT_URL: urlOf(open.port, 'host') });
    expect(named.output.trim()).toBe(rightsFile('mosquitto', 'host').trim());
    expect(named.code).toBe(0);
    const emqx = await runProgram('broker-acl', ['emqx', '--user', 'gw'], { MQTT_URL: '' });
    expect(emqx.output).toContain('{allow, {user, "gw"}, all, ["spBv1.0/#"]}.');
    expect(emqx.output).toMatch(/"spBv1\.0\/\+\/DCMD\/\$\{username\}\/#"/);
    expect(emqx.output.trim().endsWith('{deny, all}.')).toBe(true);
  });

  test('refuses a user that would break out of the file, and a broker that it does not know', async () => {
    const evil = await runProgram('broker-acl', ['emqx', '--user', 'x"}, all}.'], { MQTT_URL: '' });
    expect(evil.output).toContain('cannot stand in a rights file');
    expect(evil.code).toBe(1);
    expect((await runProgram('broker-acl', ['rabbitmq'], { MQTT_URL: '' })).code).toBe(2);
  });
});
