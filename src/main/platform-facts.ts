/** What the page of the platform shows of the environment: nothing of a secret. */
import { type EnvironmentName, environmentNames, type MailServer } from '../contract/company/platform.ts';
import type { PlatformFacts } from '../server/platform/view.ts';
import type { Settings } from './settings.ts';

/** Ports that SMTP uses where the address names none (nodemailer's). */
const usualPorts = { tls: 465, starttls: 587 } as const;

function mailOf(smtpUrl: string | null): MailServer | null {
  if (smtpUrl === null || !URL.canParse(smtpUrl)) return null;
  const { protocol, hostname, port, username } = new URL(smtpUrl);
  const protection = protocol === 'smtps:' ? 'tls' : 'starttls';
  return {
    host: hostname,
    port: Number(port) || usualPorts[protection],
    protection,
    user: username === '' ? null : decodeURIComponent(username),
  };
}

/** An address without user, password, path and query, any of which may be a secret. */
function bareAddress(url: string | null | undefined): string | null {
  if (url === null || url === undefined || !URL.canParse(url)) return null;
  const { protocol, host } = new URL(url);
  return `${protocol}//${host}`;
}

/** Name and value of what is shown, in the order of the contract. */
export function platformFacts(settings: Settings): PlatformFacts {
  const values: Readonly<Record<EnvironmentName, string | null>> = {
    EDITION: settings.edition,
    PUBLIC_URL: settings.publicUrl,
    SMTP_URL: bareAddress(settings.smtpUrl),
    MAIL_FROM: settings.mailFrom,
    HEARTBEAT_URL: bareAddress(settings.heartbeatUrl),
    WEBHOOK_ORIGINS: settings.webhookOrigins.join(' ') || null,
    DATABASE_URL: settings.databaseUrl === undefined ? 'SQLite' : 'PostgreSQL',
    DATA_DIR: settings.dataDir,
    MQTT_URL: bareAddress(settings.mqttUrl),
    SOURCES_DIR: settings.sourcesDir,
    UPLOAD_SCAN: settings.uploadScan,
    MAP_ORIGINS: settings.mapOrigins.join(' ') || null,
    LOG_LEVEL: settings.logLevel,
  };
  return {
    environment: environmentNames.map((name) => ({ name, value: values[name] })),
    mail: mailOf(settings.smtpUrl),
  };
}
