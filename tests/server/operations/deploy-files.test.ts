/** The files of scripts/deploy, each read by a parser of its format and held against the running product. */
import { existsSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { readSettings } from '../../../src/main/settings.ts';
import { checkHaproxy } from '../../support/haproxy.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';

const folder = new URL('../../../scripts/deploy/', import.meta.url);
const textOf = (name: string) => readFileSync(new URL(name, folder), 'utf8');

let server: TestServer;
/** Names of the series that the product shows, and what comes with them. */
const series = new Map<string, string>();
beforeAll(async () => {
  server = await startTestServer();
  const { text } = await server.call('/metrics');
  for (const line of text.split('\n')) {
    const [, name, labels = ''] = /^(\w+)(\{[^}]*\})? /.exec(line) ?? [];
    if (name !== undefined) series.set(name, (series.get(name) ?? '') + labels);
  }
  // A counter with labels has no series before its first event; its type is said.
  for (const [, name, type] of text.matchAll(/^# TYPE (\w+) (\w+)$/gm))
    for (const part of type === 'histogram' ? ['_bucket', '_sum', '_count'] : [''])
      series.set(`${name}${part}`, series.get(`${name}${part}`) ?? '');
});
afterAll(() => server.stop());

/** Names of series in an expression: words that are followed by no bracket of a function. */
const seriesIn = (expression: string) =>
  [...expression.matchAll(/\b((?:groundwatch|nodejs|process)_\w+)\b/g)].map(([, name = '']) => name);

/** Settings that the product reads; a secret may stand in a file. */
function knownSettings(): ReadonlySet<string> {
  const asked = new Set<string>();
  const environment = new Proxy<Record<string, string | undefined>>(
    {},
    {
      get: (_target, name) => {
        asked.add(String(name));
        return undefined;
      },
    },
  );
  readSettings(environment);
  return asked;
}

interface Alert {
  readonly alert: string;
  readonly expr: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string };
}
describe('Prometheus', () => {
  const rules =
    (parse(textOf('prometheus/groundwatch-alerts.yaml')) as { groups: { rules: Alert[] }[] }).groups[0]
      ?.rules ?? [];

  it('has alerts with a severity and a sentence, each under a name of its own', () => {
    expect(rules.length).toBeGreaterThan(8);
    expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
    for (const { labels, annotations } of rules) {
      expect(['critical', 'warning']).toContain(labels.severity);
      expect(annotations.summary).toMatch(/\S/);
    }
  });

  it.each(
    rules.map((rule) => [rule.alert, rule] as const),
  )('%s asks for series that there are', (_name, rule) => {
    const names = seriesIn(rule.expr);
    expect(names.filter((name) => !series.has(name))).toEqual([]);
    expect(names.length > 0 || rule.expr.includes('up{job="groundwatch"}')).toBe(true);
  });

  it('reads the product where it answers, with the token, and takes the alerts in', async () => {
    const scrape = parse(textOf('prometheus/scrape.yaml')) as {
      scrape_configs: { metrics_path: string; job_name: string }[];
      rule_files: string[];
    };
    expect(scrape.scrape_configs[0]).toMatchObject({ job_name: 'groundwatch', metrics_path: '/metrics' });
    for (const file of scrape.rule_files)
      expect(existsSync(new URL(`prometheus/${file}`, folder)), file).toBe(true);
  });
});

describe('HAProxy', () => {
  it('takes the configuration', () => {
    expect(checkHaproxy(new URL('haproxy.cfg', folder))).toBe('');
  });

  it('names settings that the product reads', () => {
    const known = knownSettings();
    const named = [...textOf('haproxy.cfg').matchAll(/\b([A-Z]+_[A-Z_]+)=/g)].map(([, name = '']) => name);
    expect(named).toEqual(['TRUST_PROXY', 'MQTT_PROXY_PROTOCOL']);
    expect(named.filter((name) => !known.has(name))).toEqual([]);
  });
});

interface Panel {
  readonly id: number;
  readonly title: string;
  readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
  readonly targets: readonly { readonly expr: string }[];
}
describe('Grafana', () => {
  const { panels } = JSON.parse(textOf('grafana/groundwatch.json')) as { panels: Panel[] };

  it.each(
    panels.map((panel) => [panel.title, panel] as const),
  )('%s draws series that there are', (_title, panel) => {
    const names = panel.targets.flatMap(({ expr }) => seriesIn(expr));
    expect(names.filter((name) => !series.has(name))).toEqual([]);
    expect(panel.targets.length).toBeGreaterThan(0);
  });

  it('lays its panels beside each other, none over another', () => {
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, at) => `${x + (at % w)},${y + Math.floor(at / w)}`),
    );
    expect(new Set(cells).size).toBe(cells.length);
    expect(Math.max(...panels.map(({ gridPos }) => gridPos.x + gridPos.w))).toBeLessThanOrEqual(24);
  });
});

interface Service {
  readonly image?: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly secrets?: readonly string[];
  readonly volumes?: readonly string[];
  readonly ports?: readonly string[];
  readonly depends_on?: Readonly<Record<string, unknown>> | readonly string[];
  readonly build?: { readonly context: string; readonly dockerfile: string };
  readonly networks?: readonly string[] | Readonly<Record<string, { readonly ipv4_address: string }>>;
  readonly stop_grace_period?: string;
}
interface ComposeFile {
  readonly services: Readonly<Record<string, Service>>;
  readonly volumes: Readonly<Record<string, unknown>>;
  readonly secrets: Readonly<Record<string, unknown>>;
  readonly networks?: Readonly<Record<string, unknown>>;
}
const composeOf = (name: string) => parse(textOf(name), { merge: true }) as ComposeFile;

describe.each(['compose.yaml', 'compose.processes.yaml'])('Compose, %s', (name) => {
  const file = composeOf(name);
  const services = Object.entries(file.services);
  const own = services.filter(([, { image }]) => image === 'groundwatch');

  it('sets what the product reads', () => {
    const known = knownSettings();
    expect(own.length).toBeGreaterThan(0);
    for (const [, { environment = {} }] of own) {
      const set = Object.keys(environment);
      expect(set.filter((setting) => !known.has(setting))).toEqual([]);
      expect(set.length).toBeGreaterThan(3);
    }
  });

  it('names secrets, volumes, services, networks and files that there are', () => {
    for (const [
      service,
      { secrets = [], volumes = [], depends_on: before = {}, environment = {}, networks = [] },
    ] of services) {
      expect(
        secrets.filter((secret) => !(secret in file.secrets)),
        service,
      ).toEqual([]);
      for (const volume of volumes.map((one) => one.split(':')[0] ?? ''))
        expect(
          volume.startsWith('.') ? existsSync(new URL(volume, folder)) : volume in file.volumes,
          `${service}: ${volume}`,
        ).toBe(true);
      const others = Array.isArray(before) ? (before as string[]) : Object.keys(before);
      expect(
        others.filter((other) => !(other in file.services)),
        service,
      ).toEqual([]);
      const joined = Array.isArray(networks) ? (networks as string[]) : Object.keys(networks);
      expect(
        joined.filter((network) => !(network in (file.networks ?? {}))),
        service,
      ).toEqual([]);
      const mounted = Object.values(environment).flatMap(
        (value) => /^\/run\/secrets\/(.+)$/.exec(value)?.[1] ?? [],
      );
      expect(
        mounted.filter((secret) => !secrets.includes(secret)),
        service,
      ).toEqual([]);
    }
    for (const [, { build }] of own)
      expect(existsSync(new URL(`${build?.context}/${build?.dockerfile}`, folder))).toBe(true);
  });

  it('opens the ports that the image says', () => {
    const exposed = /^EXPOSE (.+)$/m.exec(textOf('Dockerfile'))?.[1]?.split(' ') ?? [];
    const inner = own.flatMap(([, { ports = [] }]) => ports.map((port) => port.split(':').at(-1)));
    expect(inner.filter((port) => port === undefined || !exposed.includes(port))).toEqual([]);
  });
});

describe('Compose, three processes', () => {
  const { services } = composeOf('compose.processes.yaml');
  const addressOf = ({ networks = {} }: Service): string =>
    Object.values(networks as Readonly<Record<string, { readonly ipv4_address: string }>>)[0]?.ipv4_address ??
    '';

  it('has them where the balancer looks for them, and only the balancer is reached from outside', () => {
    const looked = [...textOf('haproxy.cfg').matchAll(/^ +server (\w+) ([\d.]+):(?:8080|1883) /gm)];
    expect(looked).toHaveLength(6);
    for (const [, name = '', address] of looked)
      expect([name, addressOf(services[name] ?? {})]).toEqual([name, address]);
    const binds = [...textOf('haproxy.cfg').matchAll(/^ +bind :(\d+)$/gm)].map(([, port]) => port);
    expect(services['balancer']?.ports?.map((port) => port.split(':').at(-1))).toEqual(binds);
    for (const name of ['first', 'second', 'third']) expect(services[name]?.ports).toBeUndefined();
  });

  it('gives them one database, one key and one folder, and the balancer as the one whose word counts', () => {
    const three = ['first', 'second', 'third'].map((name) => services[name] ?? {});
    expect(
      new Set(three.map(({ environment, volumes }) => JSON.stringify([environment, volumes]))).size,
    ).toBe(1);
    const environment = three[0]?.environment ?? {};
    expect(environment['TRUST_PROXY']).toBe(addressOf(services['balancer'] ?? {}));
    // As the product reads them: PROXY protocol needs that word.
    const { MQTT_PROXY_PROTOCOL, TRUST_PROXY } = environment;
    expect(readSettings({ MQTT_PROXY_PROTOCOL, TRUST_PROXY }).mqttProxyProtocol).toBe(true);
    expect(Number.parseInt(three[0]?.stop_grace_period ?? '', 10)).toBeGreaterThan(10);
  });
});

interface Manifest {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly spec: Record<string, unknown>;
}
interface Container {
  readonly env: readonly { readonly name: string }[];
  readonly ports: readonly { readonly name: string; readonly containerPort: number }[];
  readonly volumeMounts: readonly { readonly name: string }[];
  readonly [probe: string]: unknown;
}
describe.each(['kubernetes.yaml', 'kubernetes.processes.yaml'])('Kubernetes, %s', (file) => {
  const documents = parseAllDocuments(textOf(file));
  const manifests = documents.map((document) => document.toJS() as Manifest);
  const of = (kind: string) => manifests.filter((manifest) => manifest.kind === kind);
  const pod = (
    of('Deployment')[0]?.spec as {
      template: {
        metadata: { labels: Record<string, string> };
        spec: {
          containers: Container[];
          volumes: { name: string; persistentVolumeClaim?: { claimName: string } }[];
        };
      };
    }
  ).template;
  const [container] = pod.spec.containers;

  it('is read without an error, and each thing has a kind and a name', () => {
    expect(documents.flatMap(({ errors, warnings }) => [...errors, ...warnings])).toEqual([]);
    for (const { kind, metadata } of manifests)
      expect([kind, metadata.name]).toEqual([expect.any(String), expect.any(String)]);
    expect(of('PodDisruptionBudget')).toHaveLength(1);
  });

  it('asks for health where the product answers it', async () => {
    for (const probe of ['startupProbe', 'livenessProbe', 'readinessProbe']) {
      const { httpGet } = container?.[probe] as { httpGet: { path: string; port: string } };
      expect((await server.call(httpGet.path)).http, probe).toBe(200);
      expect(container?.ports.map(({ name }) => name)).toContain(httpGet.port);
    }
  });

  it('sets what the product reads, and mounts what is there', () => {
    const known = knownSettings();
    expect(container?.env.map(({ name }) => name).filter((name) => !known.has(name))).toEqual([]);
    const volumes = pod.spec.volumes.map(({ name }) => name);
    expect(container?.volumeMounts.map(({ name }) => name).filter((name) => !volumes.includes(name))).toEqual(
      [],
    );
    const claims = pod.spec.volumes.flatMap(({ persistentVolumeClaim: claim }) => claim?.claimName ?? []);
    expect(of('PersistentVolumeClaim').map(({ metadata }) => metadata.name)).toEqual(claims);
  });

  it('leads its services to the pod and its ports', () => {
    for (const { spec } of of('Service')) {
      const { selector, ports } = spec as {
        selector: Record<string, string>;
        ports: { targetPort: string }[];
      };
      expect(pod.metadata.labels).toMatchObject(selector);
      for (const { targetPort } of ports)
        expect(container?.ports.map(({ name }) => name)).toContain(targetPort);
    }
  });
});

describe('Kubernetes, three processes', () => {
  const manifests = parseAllDocuments(textOf('kubernetes.processes.yaml')).map(
    (document) => document.toJS() as Manifest,
  );
  const specOf = <T>(kind: string) => manifests.find((manifest) => manifest.kind === kind)?.spec as T;
  interface Deployment {
    readonly replicas: number;
    readonly strategy: { readonly rollingUpdate: { readonly maxUnavailable: number } };
    readonly template: {
      readonly spec: {
        readonly terminationGracePeriodSeconds: number;
        readonly containers: readonly {
          readonly lifecycle: {
            readonly preStop: { readonly exec: { readonly command: readonly string[] } };
          };
          readonly readinessProbe: { readonly httpGet: { readonly path: string } };
        }[];
      };
    };
  }
  const deployment = specOf<Deployment>('Deployment');

  it('replaces and drains one of them at a time, over one folder', () => {
    expect(deployment.replicas).toBe(3);
    expect(deployment.strategy.rollingUpdate.maxUnavailable).toBe(0);
    expect(specOf<{ maxUnavailable: number }>('PodDisruptionBudget').maxUnavailable).toBe(1);
    expect(specOf<{ accessModes: string[] }>('PersistentVolumeClaim').accessModes).toEqual(['ReadWriteMany']);
  });

  it('leaves a pod the time to be passed over, and then to end in good order', () => {
    const [container] = deployment.template.spec.containers;
    const [program, seconds] = container?.lifecycle.preStop.exec.command ?? [];
    expect(program).toBe('sleep');
    expect(Number(seconds)).toBeGreaterThan(0);
    // The product itself gives up after 9 s (src/main/stop.ts).
    expect(deployment.template.spec.terminationGracePeriodSeconds).toBeGreaterThan(Number(seconds) + 10);
    expect(container?.readinessProbe.httpGet.path).toBe('/ready');
  });
});
