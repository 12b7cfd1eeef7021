/** The platform as a whole: its name and logo, its mail, its maps, and what one company may have of it. */
import Type, { type Static } from 'typebox';
import { call } from '../call.ts';
import { MapLayer } from '../map/layers.ts';
import { type AdjustableBound, adjustableBounds, fixedBounds } from './company-bounds.ts';
import { PlatformLogo, PlatformLook, PlatformName } from './platform-look.ts';

const strict = { additionalProperties: false } as const;
const access = 'system:platform:edit';
const nullable = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) =>
  Type.Union([schema, Type.Null()]);

/** Bytes of a logo as it is sent, and its longest sides as it is kept, px. */
export const logoBounds = { bytes: 1024 * 1024, width: 480, height: 96, pixels: 25_000_000 } as const;

const boundOf = (name: AdjustableBound) =>
  Type.Integer({ minimum: adjustableBounds[name].min, maximum: adjustableBounds[name].max });
const Bounds = Type.Object(
  {
    drafts: boundOf('drafts'),
    runs: boundOf('runs'),
    remarks: boundOf('remarks'),
    uploads: boundOf('uploads'),
    uploadGigabytes: boundOf('uploadGigabytes'),
    mapShapes: boundOf('mapShapes'),
    alarmRules: boundOf('alarmRules'),
    notifyParts: boundOf('notifyParts'),
    scriptVersions: boundOf('scriptVersions'),
  },
  strict,
);
export type PlatformBounds = Static<typeof Bounds>;

/** What of the environment is shown, each by the name of its variable, in this order. */
export const environmentNames = [
  'EDITION',
  'PUBLIC_URL',
  'SMTP_URL',
  'MAIL_FROM',
  'HEARTBEAT_URL',
  'WEBHOOK_ORIGINS',
  'DATABASE_URL',
  'DATA_DIR',
  'MQTT_URL',
  'SOURCES_DIR',
  'UPLOAD_SCAN',
  'MAP_ORIGINS',
  'LOG_LEVEL',
] as const;
export type EnvironmentName = (typeof environmentNames)[number];

/** A mail server without its password. */
const MailServer = Type.Object(
  {
    host: Type.String(),
    port: Type.Integer(),
    /** `tls` from the beginning (smtps), or `starttls` where the server offers it. */
    protection: Type.Enum(['tls', 'starttls']),
    user: nullable(Type.String()),
  },
  strict,
);
export type MailServer = Static<typeof MailServer>;

const Platform = Type.Object(
  {
    /** 0 = as the product comes. */
    version: Type.Integer(),
    ...PlatformLook.properties,
    bounds: Bounds,
    /** Bounds that nobody changes while the server runs. */
    fixed: Type.Array(Type.Object({ id: Type.Enum([...fixedBounds]), value: Type.Integer() }, strict)),
    /** Null = no mail goes out. */
    mail: nullable(MailServer),
    /** Layers of maps, the usual one first. */
    layers: Type.Array(MapLayer),
    environment: Type.Array(
      Type.Object(
        {
          name: Type.Enum([...environmentNames]),
          /** In force, its secrets left out; null = it is not set, and there is no usual value. */
          value: nullable(Type.String()),
        },
        strict,
      ),
    ),
    /** Days that readings are kept, by project; null = for ever. */
    retention: Type.Array(
      Type.Object(
        {
          projectId: Type.Integer(),
          projectName: Type.String(),
          companyName: Type.String(),
          days: nullable(Type.Integer()),
        },
        strict,
      ),
    ),
    /** What it was, each time it was saved, the newest first. */
    versions: Type.Array(
      Type.Object(
        {
          version: Type.Integer(),
          at: Type.Integer(),
          accountName: Type.String(),
          reason: Type.String(),
          name: PlatformName,
          logo: PlatformLogo,
          bounds: Bounds,
        },
        strict,
      ),
    ),
  },
  strict,
);
export type Platform = Static<typeof Platform>;
export type PlatformVersion = Platform['versions'][number];

const Saved = Type.Object({ version: Type.Integer() }, strict);
const Version = Type.Integer({ minimum: 0 });
const Reason = Type.String({ maxLength: 500 });

/** All of it. Only for who sees every company, as the calls below. */
export const platform = call('platform.read', 'GET /rest/platform', { access, data: Platform });

/** Saves name and bounds as the next version. Refused 409 where somebody saved it meanwhile. */
export const savePlatform = call('platform.save', 'PUT /rest/platform', {
  access,
  body: Type.Object({ version: Version, name: PlatformName, bounds: Bounds, reason: Reason }, strict),
  data: Saved,
});
/** Makes a former version (0 = as the product comes) the newest one: name, logo and bounds. Refused 404, 409. */
export const restorePlatform = call('platform.restore', 'POST /rest/platform/restore', {
  access,
  body: Type.Object({ version: Version, restored: Version, reason: Reason }, strict),
  data: Saved,
});
/**
 * Another logo: PNG, JPEG, WebP, or SVG, which is drawn and of which nothing else is kept. Refused 422 for what is no
 * picture, is damaged or too large.
 */
export const sendLogo = call('platform.logo', 'POST /rest/platform/logo', {
  access,
  takes: 'file',
  mostBytes: logoBounds.bytes,
  data: Saved,
});
/** The product's own logo again. */
export const removeLogo = call('platform.logo.remove', 'DELETE /rest/platform/logo', { access, data: Saved });
/**
 * Sends a mail to an address by the server that is in force, and answers what that said. Refused 409 without a mail
 * server, 429 within ten seconds of the last one.
 */
export const testMail = call('platform.mail', 'POST /rest/platform/mail', {
  access,
  body: Type.Object(
    { address: Type.String({ minLength: 3, maxLength: 254, pattern: '^[^\\s@<>,;"]+@[^\\s@<>,;"]+$' }) },
    strict,
  ),
  data: Type.Object(
    {
      accepted: Type.Boolean(),
      /** Text of another server: render as text. */
      answer: Type.String(),
    },
    strict,
  ),
});
