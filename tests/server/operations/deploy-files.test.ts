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
  readonly environment?: Readonly<Record<string, string>>;
  readonly secrets?: readonly string[];
  readonly volumes?: readonly string[];
  readonly ports?: readonly string[];
  readonly depends_on?: Readonly<Record<string, unknown>>;
  readonly build?: { readonly context: string; readonly dockerfile: string };
}
describe('Compose', () => {
  const file = parse(textOf('compose.yaml')) as {
    services: Record<string, Service>;
    volumes: Record<string, unknown>;
    secrets: Record<string, unknown>;
  };
  const services = Object.entries(file.services);

  it('sets what the product reads', () => {
    const known = knownSettings();
    const set = Object.keys(file.services['groundwatch']?.environment ?? {});
    expect(set.filter((name) => !known.has(name))).toEqual([]);
    expect(set.length).toBeGreaterThan(3);
  });

  it('names secrets, volumes, services and files that there are', () => {
    for (const [
      name,
      { secrets = [], volumes = [], depends_on: before = {}, environment = {} },
    ] of services) {
      expect(
        secrets.filter((secret) => !(secret in file.secrets)),
        name,
      ).toEqual([]);
      expect(
        volumes.map((volume) => volume.split(':')[0] ?? '').filter((own) => !(own in file.volumes)),
      ).toEqual([]);
      expect(
        Object.keys(before).filter((other) => !(other in file.services)),
        name,
      ).toEqual([]);
      const mounted = Object.values(environment).flatMap(
        (value) => /^\/run\/secrets\/(.+)$/.exec(value)?.[1] ?? [],
      );
      expect(
        mounted.filter((secret) => !secrets.includes(secret)),
        name,
      ).toEqual([]);
    }
    const { context = '', dockerfile = '' } = file.services['groundwatch']?.build ?? {};
    expect(existsSync(new URL(`${context}/${dockerfile}`, folder))).toBe(true);
  });

  it('opens the ports that the image says', () => {
    const exposed = /^EXPOSE (.+)$/m.exec(textOf('Dockerfile'))?.[1]?.split(' ') ?? [];
    const inner = (file.services['groundwatch']?.ports ?? []).map((port) => port.split(':').at(-1));
    expect(inner.filter((port) => port === undefined || !exposed.includes(port))).toEqual([]);
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
describe('Kubernetes', () => {
  const documents = parseAllDocuments(textOf('kubernetes.yaml'));
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
