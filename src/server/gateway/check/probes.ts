/** What a broker must be able to do for this product, each found out by trying it. */
import { randomBytes } from 'node:crypto';
import type { IClientOptions } from 'mqtt';
import { encodeState, namespace, stateTopic } from '../../../protocol/topics.ts';
import { CheckClient } from './client.ts';

/** Names of the probes, in the order in which they run; words: `broker.check.<name>`. */
export const probeNames = [
  'connect',
  'dots',
  'wildcards',
  'qos1',
  'order',
  'sizes',
  'retained',
  'cleared',
  'will',
  'noWill',
  'clientIds',
  'clean',
  'nodes',
  'rights',
] as const;
export type ProbeName = (typeof probeNames)[number];

/** fail: the product loses readings or orders with this broker. left: it was not asked for. */
export interface ProbeResult {
  readonly name: ProbeName;
  readonly verdict: 'good' | 'fail' | 'left';
  /** Measured, or why it failed; English, for whoever runs the broker. */
  readonly detail: string;
}

export interface ProbeOptions {
  /** Address with the credential of the host application. */
  readonly url: string;
  /** Address of another node of the same cluster, with the same credential; null = there is none. */
  readonly otherUrl: string | null;
  /** Address with the credential of one RTU, whose user name is its serial number; null = rights are not tried. */
  readonly rtuUrl: string | null;
  /** Certificate authority, PEM. */
  readonly ca?: string;
}

/** Largest payload that the product takes, bytes. */
const largest = 256 * 1024;
/** Messages in a row. */
const inRow = 2000;
/** ms after which what has not come is taken as kept back. */
const silence = 1000;

/** One run of the probes, under a group and a host id that nobody else uses. */
export class Probes {
  readonly #options: ProbeOptions;
  readonly #id = `check-${randomBytes(6).toString('hex')}`;
  readonly #clients: CheckClient[] = [];
  #count = 0;

  constructor(options: ProbeOptions) {
    this.#options = options;
  }

  get #state(): string {
    return stateTopic(this.#id);
  }
  #topic(type: string, node: string, device = ''): string {
    return `${namespace}/${this.#id}/${type}/${node}${device === '' ? '' : `/${device}`}`;
  }

  /** Runs all of them; `heard` is called with each result. Leaves nothing behind at the broker. */
  async run(heard: (result: ProbeResult) => void): Promise<readonly ProbeResult[]> {
    const results: ProbeResult[] = [];
    for (const name of probeNames) {
      const result = await this.#one(name);
      results.push(result);
      heard(result);
      if (name === 'connect' && result.verdict === 'fail') break;
    }
    await this.#clear();
    return results;
  }

  async #one(name: ProbeName): Promise<ProbeResult> {
    const { otherUrl, rtuUrl } = this.#options;
    if ((name === 'nodes' && otherUrl === null) || (name === 'rights' && rtuUrl === null))
      return { name, verdict: 'left', detail: name === 'nodes' ? '--also URL' : '--rtu URL' };
    try {
      const failed = await this.#probes[name]();
      return { name, ...failed };
    } catch (error) {
      return { name, verdict: 'fail', detail: error instanceof Error ? error.message : String(error) };
    } finally {
      await Promise.all(this.#clients.splice(0).map((client) => client.close()));
    }
  }

  async #open(options: IClientOptions = {}, url = this.#options.url): Promise<CheckClient> {
    this.#count += 1;
    const { ca } = this.#options;
    const client = await CheckClient.open(url, {
      ...{ clientId: `${this.#id}-${this.#count}`, ...(ca === undefined ? {} : { ca }) },
      ...options,
    });
    this.#clients.push(client);
    return client;
  }

  readonly #probes: Readonly<Record<ProbeName, () => Promise<Omit<ProbeResult, 'name'>>>> = {
    connect: async () => {
      const begun = performance.now();
      await this.#open();
      return good(`${Math.round(performance.now() - begun)} ms`);
    },
    dots: async () => {
      const [hears, says] = [await this.#open(), await this.#open()];
      const topic = this.#topic('NDATA', 'n.1');
      if ((await hears.subscribe(topic)) > 1) return fail(`it refuses to subscribe ${topic}`);
      await says.publish(topic, 'x');
      if (!(await hears.until(() => hears.got.length > 0))) return fail(`nothing came of ${topic}`);
      const came = hears.got[0]?.topic;
      return came === topic ? good('') : fail(`${topic} came as ${came}`);
    },
    wildcards: async () => {
      const [hears, says] = [await this.#open(), await this.#open()];
      const filters = [`${namespace}/+/NDATA/+`, `${namespace}/+/DDATA/+/+`];
      for (const filter of filters)
        if ((await hears.subscribe(filter)) > 1) return fail(`it refuses to subscribe ${filter}`);
      const wanted = [this.#topic('NDATA', 'a'), this.#topic('DDATA', 'a', '1')];
      for (const topic of [this.#topic('NBIRTH', 'a'), ...wanted]) await says.publish(topic, 'x');
      const own = () => hears.got.map(({ topic }) => topic).filter((topic) => topic.includes(this.#id));
      await hears.until(() => own().length >= wanted.length);
      await new Promise((resolve) => setTimeout(resolve, silence / 4));
      const came = own();
      return came.join() === wanted.join() ? good('') : fail(`came: ${came.join(' ') || 'nothing'}`);
    },
    qos1: async () => {
      const [hears, says] = [await this.#open(), await this.#open()];
      const granted = await hears.subscribe(this.#topic('NDATA', 'q'), 1);
      if (granted !== 1) return fail(granted === 0 ? 'it grants QoS 0 alone' : 'it refuses the subscription');
      const begun = performance.now();
      await says.publish(this.#topic('NDATA', 'q'), 'x', 1);
      const acknowledged = Math.round(performance.now() - begun);
      await hears.until(() => hears.got.length > 0);
      await new Promise((resolve) => setTimeout(resolve, silence / 2));
      const [first, ...more] = hears.got;
      if (first === undefined) return fail('it was acknowledged, and did not come');
      if (more.length > 0) return fail(`it came ${hears.got.length} times`);
      return first.qos === 1 ? good(`PUBACK in ${acknowledged} ms`) : fail('it came with QoS 0');
    },
    order: async () => {
      const [hears, says] = [await this.#open(), await this.#open()];
      return this.#inOrder(hears, says);
    },
    sizes: async () => {
      const [hears, says] = [await this.#open(), await this.#open()];
      await hears.subscribe(this.#topic('NDATA', 's'));
      for (const size of [1024, 64 * 1024, largest]) {
        const sent = randomBytes(size);
        const before = hears.got.length;
        await says.publish(this.#topic('NDATA', 's'), sent);
        if (!(await hears.until(() => hears.got.length > before))) return fail(`${size} bytes did not come`);
        if (hears.got[before]?.payload.equals(sent) !== true) return fail(`${size} bytes came changed`);
      }
      return good(`${largest / 1024} KB`);
    },
    retained: async () => {
      const says = await this.#open();
      await says.publish(this.#state, encodeState({ online: true, timestamp: Date.now() }), 1, true);
      const later = await this.#open();
      await later.subscribe(this.#state, 1);
      if (!(await later.until(() => later.got.length > 0))) return fail('another connection does not see it');
      return later.got[0]?.retain === true ? good('') : fail('it is not marked as retained');
    },
    cleared: async () => {
      const says = await this.#open();
      await says.publish(this.#state, '', 1, true);
      const later = await this.#open();
      await later.subscribe(this.#state, 1);
      const came = await later.until(() => later.got.length > 0, silence);
      return came ? fail('what was cleared is still there') : good('');
    },
    will: async () => {
      const hears = await this.#open();
      await hears.subscribe(this.#state, 1);
      const payload = Buffer.from(encodeState({ online: false, timestamp: Date.now() }));
      const dies = await this.#open({ will: { topic: this.#state, payload, qos: 1, retain: true } });
      const begun = performance.now();
      dies.cut();
      if (!(await hears.until(() => hears.got.length > 0, 15_000)))
        return fail('it was not published in 15 s');
      const took = Math.round(performance.now() - begun);
      const later = await this.#open();
      await later.subscribe(this.#state, 1);
      const isKept = await later.until(() => later.got.some(({ payload: kept }) => kept.equals(payload)));
      await hears.publish(this.#state, '', 1, true);
      return isKept ? good(`${took} ms`) : fail('it was published, and not retained');
    },
    noWill: async () => {
      const hears = await this.#open();
      await hears.subscribe(this.#state, 1);
      const payload = Buffer.from(encodeState({ online: false, timestamp: Date.now() }));
      const goes = await this.#open({ will: { topic: this.#state, payload, qos: 1, retain: true } });
      await goes.close();
      const came = await hears.until(() => hears.got.length > 0, silence);
      return came ? fail('a Will was published though the client said goodbye') : good('');
    },
    clientIds: async () => {
      const clientId = `${this.#id}-same`;
      const first = await this.#open({ clientId });
      const second = await this.#open({ clientId });
      if (!(await first.until(() => !first.isOpen)))
        return fail(
          'two connections stand with one client id: a node that comes again is taken for another one',
        );
      return second.isOpen ? good('') : fail('the newer connection was ended in place of the older one');
    },
    clean: async () => {
      const clientId = `${this.#id}-clean`;
      const topic = this.#topic('NCMD', 'c');
      const before = await this.#open({ clientId });
      await before.subscribe(topic, 1);
      await before.close();
      const says = await this.#open();
      await says.publish(topic, 'x', 1);
      const after = await this.#open({ clientId });
      const came = await after.until(() => after.got.length > 0, silence);
      return came ? fail('what came in between is handed to a clean session') : good('');
    },
    nodes: async () => {
      const other = this.#options.otherUrl ?? this.#options.url;
      const [hears, says] = [await this.#open({}, other), await this.#open()];
      await says.publish(this.#state, encodeState({ online: true, timestamp: Date.now() }), 1, true);
      await hears.subscribe(this.#state, 1);
      const isSeen = await hears.until(() => hears.got.length > 0);
      await says.publish(this.#state, '', 1, true);
      if (!isSeen)
        return fail('what one node retains the other one does not show: nodes would not see STATE');
      hears.got.length = 0;
      return this.#inOrder(hears, says);
    },
    rights: () => this.#rights(this.#options.rtuUrl ?? ''),
  };

  async #inOrder(hears: CheckClient, says: CheckClient): Promise<Omit<ProbeResult, 'name'>> {
    const topic = this.#topic('NDATA', 'o');
    await hears.subscribe(topic);
    const begun = performance.now();
    const sent: Promise<void>[] = [];
    for (let nth = 0; nth < inRow; nth += 1) sent.push(says.publish(topic, String(nth)));
    await Promise.all(sent);
    const own = () => hears.got.filter((message) => message.topic === topic);
    await hears.until(() => own().length >= inRow);
    const came = own().map(({ payload }) => Number(payload.toString()));
    if (came.length !== inRow) return fail(`${came.length} of ${inRow} came`);
    const wrong = came.findIndex((nth, index) => nth !== index);
    if (wrong >= 0) return fail(`number ${came[wrong]} came in place ${wrong}`);
    return good(`${Math.round((inRow * 1000) / (performance.now() - begun))} messages/s`);
  }

  /** An RTU speaks for itself alone, and hears what is for itself alone. */
  async #rights(rtuUrl: string): Promise<Omit<ProbeResult, 'name'>> {
    const sn = decodeURIComponent(new URL(rtuUrl).username);
    const host = await this.#open();
    for (const type of ['NDATA', 'NCMD']) await host.subscribe(`${namespace}/${this.#id}/${type}/+`);
    const rtu = await this.#open({ clientId: sn }, rtuUrl);
    const comes = async (topic: string) => {
      const before = host.got.length;
      await rtu.publish(topic, 'x').catch(() => {});
      const found = await host.until(
        () => host.got.slice(before).some((got) => got.topic === topic),
        silence,
      );
      return found && rtu.isOpen;
    };
    if (!(await comes(this.#topic('NDATA', sn)))) return fail('an RTU may not publish its own data');
    if ((await rtu.subscribe(this.#topic('NCMD', sn))) > 1)
      return fail('an RTU may not subscribe its commands');
    await host.publish(this.#topic('NCMD', sn), 'x');
    if (!(await rtu.until(() => rtu.got.length > 0)))
      return fail('a command of the host does not reach the RTU');
    const too: string[] = [];
    // Some brokers end a connection that does what it may not.
    const again = async () => (rtu.isOpen ? rtu : await this.#open({ clientId: sn }, rtuUrl));
    if (await this.#mayPublish(await again(), host, this.#topic('NDATA', `${sn}x`)))
      too.push('publish as another RTU');
    if (await this.#mayPublish(await again(), host, this.#topic('NCMD', `${sn}x`)))
      too.push('command other RTUs');
    if (await this.#mayPublish(await again(), host, this.#state, true)) too.push("publish a host's STATE");
    const spy = await again();
    const filter = `${namespace}/${this.#id}/NDATA/+`;
    if ((await spy.subscribe(filter).catch(() => 128)) <= 1) {
      const before = spy.got.length;
      await host.publish(this.#topic('NDATA', `${sn}x`), 'x');
      if (await spy.until(() => spy.got.length > before, silence)) too.push('read what other RTUs send');
    }
    return too.length === 0 ? good(sn) : fail(`an RTU may ${too.join(', ')}`);
  }

  async #mayPublish(rtu: CheckClient, host: CheckClient, topic: string, isState = false): Promise<boolean> {
    if (isState) await host.subscribe(topic, 1);
    const before = host.got.length;
    await rtu.publish(topic, 'x').catch(() => {});
    return host.until(() => host.got.slice(before).some((got) => got.topic === topic), silence);
  }

  /** What a probe that failed may have left retained. */
  async #clear(): Promise<void> {
    try {
      const client = await this.#open();
      await client.publish(this.#state, '', 1, true);
    } catch {
      // The results say what is wrong with it.
    }
    await Promise.all(this.#clients.splice(0).map((client) => client.close()));
  }
}

const good = (detail: string): Omit<ProbeResult, 'name'> => ({ verdict: 'good', detail });
const fail = (detail: string): Omit<ProbeResult, 'name'> => ({ verdict: 'fail', detail });
