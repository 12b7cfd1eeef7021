import type { MessageId } from '../../../base/messages.ts';
import { type AuditEntry, auditActions, auditResults } from '../../../contract/company/audit.ts';
import type { Text } from '../../components/i18n.ts';

type Action = (typeof auditActions)[number];
type AreaOf<A extends string> = A extends `${infer Area}.${string}` ? Area : never;

/** The areas of acts, in the order of the acts. */
export const areas = [...new Set(auditActions.map((action) => action.split('.')[0]))] as AreaOf<Action>[];

/** An act in words; one of another version of the server as it is called there. */
export function actionText(action: string, text: Text): string {
  const known = auditActions.find((one) => one === action);
  return known === undefined ? action : text(`audit.action.${known}`);
}

export function resultText(result: string, text: Text): string {
  const known = auditResults.find((one) => one === result);
  return known === undefined ? result : text(`audit.result.${known}`);
}

const kinds = [
  'company',
  'project',
  'station',
  'rtu',
  'sensor',
  'user',
  'role',
  'command',
  'plan',
  'schedule',
  'report',
  'run',
  'script',
  'dashboard',
  'folder',
] as const;

/** What an entry concerns, as kind and number; null for anything else. */
export function subjectOf({ subject }: Pick<AuditEntry, 'subject'>) {
  const [, name, id] = /^(\w+):([0-9A-Z]+)$/.exec(subject ?? '') ?? [];
  const kind = kinds.find((one) => one === name);
  return kind === undefined || id === undefined ? null : { kind, id };
}

export function subjectText(entry: Pick<AuditEntry, 'subject'>, text: Text): string {
  const found = subjectOf(entry);
  return found === null ? (entry.subject ?? '') : text(`audit.subject.${found.kind}`, { id: found.id });
}

/** Reasons that the server writes as words of its own. */
const reported: Readonly<Record<string, MessageId>> = {
  throttled: 'audit.detail.throttled',
  code: 'audit.detail.code',
  'one-time code': 'audit.detail.one-time code',
};

/** What an entry says besides, as a list shows it in one line; the whole of it stands with the entry itself. */
export function shortDetail(entry: Pick<AuditEntry, 'action' | 'detail'>, text: Text): string {
  if (entry.action !== 'schedule.ended') return detailText(entry, text);
  // How it ended is in the column of results; what is kept beside it is the number of a sentence.
  const [, name] = /^\{"name":("(?:[^"\\]|\\.)*")/.exec(entry.detail) ?? [];
  return name === undefined ? entry.detail : String(JSON.parse(name));
}

export function detailText({ action, detail }: Pick<AuditEntry, 'action' | 'detail'>, text: Text): string {
  const known = action === 'session.login' && Object.hasOwn(reported, detail) ? reported[detail] : undefined;
  return known === undefined ? detail : text(known);
}
