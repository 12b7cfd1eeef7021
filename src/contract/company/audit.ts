/** What the audit keeps (tests/server/security/README.md#operations, S61), for those who may read it. */
import Type, { type Static } from 'typebox';
import { call } from '../call.ts';

const strict = { additionalProperties: false } as const;
const nullable = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) =>
  Type.Union([schema, Type.Null()]);

/** Every act that the server writes down, `area.verb`; each has its words, `audit.action.<act>` (a law). */
export const auditActions = [
  'access.denied',
  'alarm.acknowledge',
  'alarm.assign',
  'alarm.close',
  'alarm.comment',
  'alarm.reopen',
  'alarm.shelve',
  'alarm.undo',
  'alarm.unshelve',
  'audit.export',
  'baseline.add',
  'baseline.withdraw',
  'command.answeredFailed',
  'command.answeredOk',
  'command.applied',
  'command.cancel',
  'command.create',
  'command.delete',
  'command.expire',
  'command.interrupted',
  'command.passed',
  'command.send',
  'command.silence',
  'command.supersede',
  'command.unsendable',
  'contact.add',
  'contact.choose',
  'contact.remove',
  'contact.restore',
  'dictionary.save',
  'export.write',
  'report.cancel',
  'report.delete',
  'report.make',
  'report.send',
  'report.sign',
  'report.template.create',
  'report.template.delete',
  'report.template.update',
  'schedule.acknowledge',
  'schedule.create',
  'schedule.delete',
  'schedule.ended',
  'schedule.pause',
  'schedule.restore',
  'schedule.resume',
  'schedule.run',
  'schedule.update',
  'dashboard.create',
  'dashboard.delete',
  'dashboard.restore',
  'dashboard.update',
  'formula.create',
  'formula.restore',
  'formula.retire',
  'formula.update',
  'folder.create',
  'folder.delete',
  'folder.move',
  'folder.restore',
  'folder.stations',
  'folder.update',
  'import.run',
  'import.undo',
  'joint.ask',
  'joint.refuse',
  'joint.settings',
  'joint.sign',
  'kinds.create',
  'kinds.update',
  'map.plan.place',
  'map.plan.remove',
  'map.plan.save',
  'map.shape.add',
  'map.shape.remove',
  'map.shape.restore',
  'listeners.restart',
  'menus.save',
  'messages.store',
  'notify.again',
  'notify.hook',
  'notify.list',
  'notify.outlet',
  'notify.policy',
  'notify.rehearse',
  'notify.rota',
  'proposal.accept',
  'proposal.create',
  'proposal.discard',
  'plan.add',
  'plan.approve',
  'plan.cancel',
  'plan.create',
  'plan.discard',
  'plan.fileRemove',
  'plan.files',
  'plan.pause',
  'plan.rehearse',
  'plan.resume',
  'plan.stop',
  'plan.update',
  'platform.mail',
  'platform.save',
  'processes.drain',
  'processes.move',
  'processes.resume',
  'remark.add',
  'remark.delete',
  'remark.edit',
  'remark.restore',
  'roles.create',
  'roles.delete',
  'roles.update',
  'rule.create',
  'rule.delete',
  'rule.folder',
  'rule.save',
  'script.create',
  'script.delete',
  'script.restore',
  'script.rename',
  'script.save',
  'script.share',
  'serviceAccounts.create',
  'serviceAccounts.end',
  'serviceAccounts.renew',
  'serviceAccounts.token',
  'serviceAccounts.update',
  'session.confirm',
  'session.login',
  'session.logout',
  'session.password',
  'session.totp.off',
  'session.totp.on',
  'setup.create',
  'sheets.import',
  'sheets.undo',
  'siren.arm',
  'siren.disarm',
  'siren.prepare',
  'siren.refuse',
  'siren.site',
  'siren.sound',
  'sites.company.create',
  'sites.company.off',
  'sites.company.on',
  'sites.company.update',
  'sites.export',
  'sites.import',
  'sites.metric.map',
  'sites.metric.unmap',
  'sites.notFree',
  'sites.project.create',
  'sites.project.update',
  'sites.rainLine',
  'sites.rtu.create',
  'sites.rtu.move',
  'sites.rtu.rotate',
  'sites.sensor.create',
  'sites.sensor.restore',
  'sites.sensor.retire',
  'sites.sensor.update',
  'sites.station.create',
  'sites.station.maintenance',
  'sites.station.maintenanceEnd',
  'sites.station.restore',
  'sites.station.retire',
  'sites.station.update',
  'sources.create',
  'sources.mapping',
  'sources.renew',
  'sources.retire',
  'sources.revoke',
  'sources.update',
  'standard.assign',
  'standard.create',
  'standard.delete',
  'standard.restore',
  'standard.update',
  'upload.add',
  'upload.keep',
  'upload.remove',
  'users.create',
  'users.disable',
  'users.enable',
  'users.password',
  'users.update',
  'workflow.cancel',
  'workflow.halt',
  'workflow.start',
] as const;
export type AuditAction = (typeof auditActions)[number];

export const auditResults = ['ok', 'refused', 'failed'] as const;
export type AuditResult = (typeof auditResults)[number];

export const AuditEntry = Type.Object(
  {
    id: Type.Integer(),
    at: Type.Integer(),
    accountName: nullable(Type.String()),
    /** Null also where the reader's company does not employ who acted. */
    address: nullable(Type.String()),
    action: Type.String(),
    /** `station:12`, or the call that was denied. */
    subject: nullable(Type.String()),
    result: Type.String(),
    detail: Type.String(),
    hash: Type.String(),
  },
  strict,
);
export type AuditEntry = Static<typeof AuditEntry>;

const filters = {
  /** UTC ms, inclusive and exclusive. */
  from: Type.Optional(Type.Integer({ minimum: 0 })),
  to: Type.Optional(Type.Integer({ minimum: 0 })),
  /** Part of an account name. */
  account: Type.Optional(Type.String({ minLength: 1, maxLength: 80 })),
  /** An act, or what it begins with up to a point: `sites`, `sites.station`. */
  action: Type.Optional(Type.String({ minLength: 1, maxLength: 60, pattern: '^[A-Za-z][A-Za-z.]*$' })),
  /** `station:12`; ending in a colon every one of its kind. */
  subject: Type.Optional(Type.String({ minLength: 1, maxLength: 120 })),
  result: Type.Optional(Type.Enum([...auditResults])),
  /** Part of the detail, the subject, the act or the account. */
  text: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
};
export const AuditFilters = Type.Object(filters, strict);
export type AuditFilters = Static<typeof AuditFilters>;

/** Newest first. A company's users read of its own users and things alone. */
export const auditEntries = call('audit.entries', 'GET /rest/audit', {
  access: 'system:audit:view',
  query: Type.Object(
    {
      ...filters,
      /** Entries older than this id. */
      before: Type.Optional(Type.Integer({ minimum: 1 })),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500 })),
    },
    strict,
  ),
  /** `total`: all that match, whatever the page. */
  data: Type.Object({ entries: Type.Array(AuditEntry), total: Type.Integer() }, strict),
});

/**
 * Whether each entry still follows from those before it, over the whole of the audit, and none is gone from its end, by
 * the signed heads that are kept apart and by one that was exported before.
 */
export const verifyAudit = call('audit.verify', 'GET /rest/audit/verify', {
  access: 'system:audit:view',
  /** `head`: a file of `exportAuditHead`. */
  query: Type.Object({ head: Type.Optional(Type.String({ maxLength: 1000 })) }, strict),
  data: Type.Object(
    {
      /** The first entry that is not as it was written, or is gone; null = the audit is whole. */
      brokenAt: nullable(Type.Integer()),
      /**
       * An entry was changed; entries are gone; the server's own head is missing, changed or of another key; the one
       * that was given was changed, or is of another key.
       */
      why: nullable(Type.Enum(['changed', 'removed', 'head', 'saved', 'key'])),
      at: Type.Integer(),
      /** How many entries there are by the server's own head. */
      entries: Type.Integer(),
      /** What the head that was given says of itself. */
      saved: nullable(
        Type.Object({ entryId: Type.Integer(), entries: Type.Integer(), at: Type.Integer() }, strict),
      ),
    },
    strict,
  ),
});

/** The signed head as it stands now (JSON), to be kept where nobody of this server can change it. */
export const exportAuditHead = call('audit.head', 'GET /rest/audit/head', {
  access: 'system:audit:view',
  answers: 'text',
});

/** Every entry that matches as CSV, oldest last; kept in the audit itself. */
export const exportAudit = call('audit.export', 'GET /rest/audit/export', {
  access: 'system:audit:view',
  answers: 'text',
  query: AuditFilters,
});
