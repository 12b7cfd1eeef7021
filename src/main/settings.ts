import { readFileSync } from 'node:fs';
import type { MapLayer } from '../contract/map/layers.ts';
import type { FtpSettings } from '../server/ftp/server.ts';
import { type ProxyTrust, readTrust } from '../server/http/proxy.ts';
import { usualSealAfterDays } from '../server/storage/open.ts';
import { type HostSettings, readHost } from './host-settings.ts';
import { readMapSettings } from './map-settings.ts';
import { passwordOf, readSecret, readSecretUrl } from './secrets.ts';

/** Everything that the environment can say; every default works. */
export interface Settings {
  readonly host: string;
  readonly port: number;
  readonly dataDir: string;
  /** Days that readings stay as rows before they are sealed; 0 = for ever. */
  readonly sealAfterDays: number;
  readonly databaseUrl: string | undefined;
  /** A read-only copy of it for long reads. */
  readonly replicaUrl: string | undefined;
  /** Connections to it that read; undefined = the usual number. */
  readonly readers: number | undefined;
  readonly mqttUrl: string | undefined;
  /** What it is at that broker. */
  readonly mqttHost: HostSettings;
  /** Without TLS; null = closed. */
  readonly mqttPort: number | null;
  /** Stations that report by SL 651 over TCP; null = closed. */
  readonly sl651Port: number | null;
  /** Devices over TLS; null = not offered. */
  readonly mqttTls: { readonly port: number; readonly cert: string; readonly key: string } | null;
  /** What maps can lie on besides the embedded basemap, the usual one first. */
  readonly mapLayers: readonly MapLayer[];
  /** PMTiles file of maps; null = none. */
  readonly mapFile: string | null;
  /** Origins that maps load from, for the content security policy. */
  readonly mapOrigins: readonly string[];
  readonly edition: 'cn' | 'jp';
  readonly apiBase: string | null;
  readonly tls: { readonly cert: string; readonly key: string } | null;
  readonly logLevel: string;
  /** With it `/metrics` is answered to others than this machine; null = to this machine alone. */
  readonly metricsToken: string | null;
  /** Connections of devices from trusted proxies begin with the client's address (PROXY protocol). */
  readonly mqttProxyProtocol: boolean;
  /** Whose word about a client's address counts; null = nobody's. */
  readonly trustProxy: ProxyTrust;
  /** Server that mails go out by, with its user and password; null = none do. */
  readonly smtpUrl: string | null;
  readonly mailFrom: string;
  /** Origin by which people reach the server, for links in messages; null = messages have none. */
  readonly publicUrl: string | null;
  /** Origins that webhooks may call though they are not on the public Internet. */
  readonly webhookOrigins: readonly string[];
  /** Certificates of authorities that calls to others trust besides the usual ones, PEM; null = none. */
  readonly outgoingCa: string | null;
  /** Called each minute while alarms are evaluated and notified; null = nobody is. */
  readonly heartbeatUrl: string | null;
  /** Program that looks at each file that people send, called with its path; null = none does. */
  readonly uploadScan: string | null;
  /** Folder with one watched folder a data source; null = none is watched. */
  readonly sourcesDir: string | null;
  /** Files by FTP into the watched folders; null = none come so. */
  readonly ftp: FtpSettings | null;
  /** Signs what the server says of itself; null = a key of its own in the data directory. */
  readonly serverKey: string | null;
}

/** Characters of a metrics token at least. */
const shortestToken = 16;
/** Characters of a server key at least. */
const shortestKey = 32;

function port(text: string | undefined, name: string, fallback: number): number {
  if (text === undefined || text === '') return fallback;
  const value = Number(text);
  if (!Number.isInteger(value) || value < 0 || value > 65_535)
    throw new Error(`${name}: ${text} is no port (0–65535)`);
  return value;
}

/** Connections of one process that read: 1 to 100. */
function connections(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1 || value > 100)
    throw new Error(`DATABASE_CONNECTIONS: ${text} is no number of connections (1–100)`);
  return value;
}

const mostDays = 3650;

function days(text: string | undefined, name: string, fallback: number): number {
  if (text === undefined) return fallback;
  const value = Number(text);
  if (!Number.isInteger(value) || value < 0 || value > mostDays)
    throw new Error(`${name}: ${text} is no number of days (0–${mostDays})`);
  return value;
}

/** TLS for devices, with a certificate of its own or the console's. */
function mqttTls(text: (name: string) => string | undefined): Settings['mqttTls'] {
  const [ownCert, ownKey] = [text('MQTT_TLS_CERT'), text('MQTT_TLS_KEY')];
  if ((ownCert === undefined) !== (ownKey === undefined))
    throw new Error('MQTT_TLS_CERT and MQTT_TLS_KEY belong together');
  const asked = text('MQTT_TLS_PORT');
  if (asked === undefined) {
    if (ownCert !== undefined) throw new Error('MQTT_TLS_CERT is given without MQTT_TLS_PORT');
    if (text('MQTT_PORT') === 'off') throw new Error('MQTT_PORT is off, and there is no MQTT_TLS_PORT');
    return null;
  }
  const [cert, key] = [ownCert ?? text('TLS_CERT'), ownKey ?? text('TLS_KEY')];
  if (cert === undefined || key === undefined)
    throw new Error('MQTT_TLS_PORT needs MQTT_TLS_CERT and MQTT_TLS_KEY, or TLS_CERT and TLS_KEY');
  const number = port(asked, 'MQTT_TLS_PORT', 8883);
  return { port: number, cert: readFileSync(cert, 'utf8'), key: readFileSync(key, 'utf8') };
}

/** Only proxies that are named by their addresses may name others. */
function proxyProtocol(text: (name: string) => string | undefined): boolean {
  const asked = text('MQTT_PROXY_PROTOCOL');
  if (asked === undefined || asked === 'off') return false;
  if (asked !== 'on') throw new Error(`MQTT_PROXY_PROTOCOL: ${asked} is neither on nor off`);
  const trust = readTrust(text('TRUST_PROXY'));
  if (trust === null || typeof trust === 'number')
    throw new Error('MQTT_PROXY_PROTOCOL needs TRUST_PROXY with the addresses of the balancers');
  return true;
}

/** The first and last port of a range such as `50000-50099`. */
function portRange(text: string | undefined, name: string): FtpSettings['passivePorts'] {
  if (text === undefined) return null;
  const [, first, last] = /^(\d{1,5})-(\d{1,5})$/.exec(text) ?? [];
  const range = [Number(first), Number(last)] as const;
  if (first === undefined || range[0] < 1024 || range[1] > 65_535 || range[0] > range[1])
    throw new Error(`${name}: ${text} is no range of ports, such as 50000-50099`);
  return range;
}

/** Files by FTP, with the certificate of the console where there is one. */
function ftp(text: (name: string) => string | undefined): Settings['ftp'] {
  const asked = text('FTP_PORT');
  const [passivePorts, passiveAddress, tls] = ['FTP_PASSIVE_PORTS', 'FTP_PASSIVE_ADDRESS', 'FTP_TLS'].map(
    text,
  );
  if (asked === undefined) {
    if ((passivePorts ?? passiveAddress ?? tls) !== undefined)
      throw new Error('FTP_PASSIVE_PORTS, FTP_PASSIVE_ADDRESS and FTP_TLS belong to FTP_PORT');
    return null;
  }
  if (text('SOURCES_DIR') === undefined)
    throw new Error('FTP_PORT needs SOURCES_DIR, the folder that files are written into');
  if (
    passiveAddress !== undefined &&
    !/^(25[0-5]|2[0-4]\d|1?\d?\d)(\.(25[0-5]|2[0-4]\d|1?\d?\d)){3}$/.test(passiveAddress)
  )
    throw new Error(`FTP_PASSIVE_ADDRESS: ${passiveAddress} is no IPv4 address`);
  if (tls !== undefined && tls !== 'only') throw new Error(`FTP_TLS: ${tls} is not only`);
  const [cert, key] = [text('TLS_CERT'), text('TLS_KEY')];
  if (tls === 'only' && cert === undefined) throw new Error('FTP_TLS needs TLS_CERT and TLS_KEY');
  return {
    port: port(asked, 'FTP_PORT', 21),
    passivePorts: portRange(passivePorts, 'FTP_PASSIVE_PORTS'),
    passiveAddress: passiveAddress ?? null,
    tls:
      cert === undefined || key === undefined
        ? null
        : { cert: readFileSync(cert, 'utf8'), key: readFileSync(key, 'utf8') },
    onlyTls: tls === 'only',
  };
}

/** An origin in its one form. @throws Error naming the variable */
function origin(text: string, name: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^https?:$/.test(url.protocol) || url.pathname !== '/' || url.search !== '')
    throw new Error(`${name}: ${text} is no origin, such as https://host:port`);
  return url.origin;
}

/** Who is notified of alarms, and how. */
function notification(
  environment: Readonly<Record<string, string | undefined>>,
  text: (name: string) => string | undefined,
) {
  const publicUrl = text('PUBLIC_URL');
  const ca = text('OUTGOING_CA');
  const heartbeatUrl = readSecretUrl(environment, 'HEARTBEAT_URL', ['http:', 'https:']) ?? null;
  return {
    smtpUrl: readSecretUrl(environment, 'SMTP_URL', ['smtp:', 'smtps:']) ?? null,
    mailFrom: text('MAIL_FROM') ?? 'Groundwatch <groundwatch@localhost>',
    publicUrl: publicUrl === undefined ? null : origin(publicUrl, 'PUBLIC_URL'),
    webhookOrigins: (text('WEBHOOK_ORIGINS') ?? '')
      .split(/[\s,]+/)
      .filter((one) => one !== '')
      .map((one) => origin(one, 'WEBHOOK_ORIGINS')),
    outgoingCa: ca === undefined ? null : readFileSync(ca, 'utf8'),
    heartbeatUrl,
  };
}

/** Reads the settings. @throws Error naming the variable that is wrong. */
export function readSettings(environment: Readonly<Record<string, string | undefined>>): Settings {
  const text = (name: string) => (environment[name] === '' ? undefined : environment[name]);
  const [cert, key] = [text('TLS_CERT'), text('TLS_KEY')];
  if ((cert === undefined) !== (key === undefined)) throw new Error('TLS_CERT and TLS_KEY belong together');
  const edition = text('EDITION') ?? 'cn';
  if (edition !== 'cn' && edition !== 'jp') throw new Error(`EDITION: ${edition} is neither cn nor jp`);
  const metricsToken = readSecret(environment, 'METRICS_TOKEN') ?? null;
  if (metricsToken !== null && metricsToken.length < shortestToken)
    throw new Error(`METRICS_TOKEN: ${shortestToken} characters at least`);
  const serverKey = readSecret(environment, 'SERVER_KEY') ?? null;
  if (serverKey !== null && serverKey.length < shortestKey)
    throw new Error(`SERVER_KEY: ${shortestKey} characters at least`);
  return {
    host: text('HOST') ?? '127.0.0.1',
    port: port(text('PORT'), 'PORT', 8080),
    dataDir: text('DATA_DIR') ?? 'data',
    sealAfterDays: days(text('SEAL_AFTER_DAYS'), 'SEAL_AFTER_DAYS', usualSealAfterDays),
    databaseUrl: readSecretUrl(environment, 'DATABASE_URL', ['postgres:', 'postgresql:']),
    replicaUrl: readSecretUrl(environment, 'DATABASE_URL_READ', ['postgres:', 'postgresql:']),
    readers: connections(text('DATABASE_CONNECTIONS')),
    mqttUrl: readSecretUrl(environment, 'MQTT_URL', ['mqtt:', 'mqtts:', 'ws:', 'wss:']),
    mqttHost: readHost(text),
    mqttPort: text('MQTT_PORT') === 'off' ? null : port(text('MQTT_PORT'), 'MQTT_PORT', 1883),
    sl651Port: text('SL651_PORT') === undefined ? null : port(text('SL651_PORT'), 'SL651_PORT', 0),
    mqttTls: mqttTls(text),
    ...readMapSettings(text),
    edition,
    apiBase: text('API_BASE') ?? null,
    tls:
      cert === undefined || key === undefined
        ? null
        : { cert: readFileSync(cert, 'utf8'), key: readFileSync(key, 'utf8') },
    logLevel: text('LOG_LEVEL') ?? 'info',
    metricsToken,
    trustProxy: readTrust(text('TRUST_PROXY')),
    mqttProxyProtocol: proxyProtocol(text),
    serverKey,
    uploadScan: text('UPLOAD_SCAN') ?? null,
    sourcesDir: text('SOURCES_DIR') ?? null,
    ftp: ftp(text),
    ...notification(environment, text),
  };
}

/** Every secret that the settings hold, for the log to leave out. */
export function secretsOf({
  metricsToken,
  serverKey,
  databaseUrl,
  replicaUrl,
  mqttUrl,
  smtpUrl,
}: Settings): readonly string[] {
  const passwords = [databaseUrl, replicaUrl, mqttUrl, smtpUrl ?? undefined].map((url) =>
    url === undefined ? '' : (passwordOf(url) ?? ''),
  );
  return [metricsToken ?? '', serverKey ?? '', ...passwords].filter((secret) => secret !== '');
}
