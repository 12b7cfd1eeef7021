/** Who is notified of alarms, where, and what became of each message. */

import type { Generated } from 'kysely';
import type { MessageParams } from '../../../base/errors.ts';
import type { WorkHow } from '../../../base/work-words.ts';
import type { PolicyPlan } from '../../../domain/notify/policy.ts';
import type { RotaPlan } from '../../../domain/notify/rota.ts';
import type { Json } from '../json.ts';

/** Policies of companies; the text is that of the newest revision, as of rotas and hooks. */
export interface NotifyPolicyTable {
  id: Generated<number>;
  company_id: number;
  revision: number;
  name: string;
  body: Json<PolicyPlan>;
  deleted_at: Generated<number | null>;
}
/** Duty calendars. */
export interface NotifyRotaTable {
  id: Generated<number>;
  company_id: number;
  revision: number;
  name: string;
  body: Json<RotaPlan>;
  deleted_at: Generated<number | null>;
  /** When its gaps are to be looked at next; null = never, as it was deleted. */
  due_at: Generated<number | null>;
}
/** Webhooks. */
export interface NotifyHookTable {
  id: Generated<number>;
  company_id: number;
  revision: number;
  name: string;
  body: Json<HookBody>;
  deleted_at: Generated<number | null>;
}
/** Where a webhook leads. */
export interface HookBody {
  readonly preset: string;
  readonly url: string;
  /** Signs each call (Standard Webhooks); '' = the preset signs in its own way, or not at all. */
  readonly secret: string;
  readonly language: string;
  readonly enabled: boolean;
}
/** Addresses of a project that have no account. */
export interface SendListTable {
  id: Generated<number>;
  project_id: number;
  address: string;
  name: string;
  language: string;
  created_at: number;
}
/** Mail addresses of people; notified only once they are confirmed. */
export interface ContactTable {
  id: Generated<number>;
  user_id: number;
  address: string;
  confirmed_at: number | null;
  /** SHA-256 of the code that was sent, hex. */
  code_hash: string | null;
  code_until: number | null;
  tries: number;
  sent_at: number;
}
/** Browsers that take messages. */
export interface PushSubscriptionTable {
  id: Generated<number>;
  user_id: number;
  endpoint: string;
  p256dh: string;
  auth: string;
  label: string;
  created_at: number;
}
/** Steps of a policy under way for an alarm. */
export interface EscalationTable {
  id: Generated<number>;
  alarm_id: number;
  policy_id: number;
  /** As it was when it began. */
  policy: Json<PolicyPlan>;
  began_at: number;
  /** Of the next step. */
  position: number;
  /** null = no step is left, or it was stopped. */
  due_at: number | null;
  stopped_at: number | null;
}
/** What somebody learns of work that they started (contract/notify/work). */
export interface WorkNoticeTable {
  id: Generated<number>;
  /** Of the event: there is one notice of each. */
  key: string;
  user_id: number;
  /** `plan:<id>`, `run:<id>` */
  work: string;
  how: WorkHow;
  params: Json<MessageParams>;
  /** In the console. */
  address: string;
  at: number;
  seen_at: number | null;
}
/** Over what somebody is notified of their work, 0 or 1; who has no row has chosen nothing. */
export interface WorkChoiceTable {
  user_id: number;
  console: number;
  mail: number;
  push: number;
}
/** One series of attempts to notify one recipient over one channel. */
export interface MessageTable {
  id: Generated<number>;
  company_id: number;
  project_id: number | null;
  alarm_id: number | null;
  escalation_id: number | null;
  /** As of MessageKind (src/server/notify/message). */
  kind: string;
  rank: number;
  /** `user:3`, `list:5`, `hook:2`. */
  recipient: string;
  user_id: number | null;
  name: string;
  /** Mail address, or '' where the channel knows it. */
  address: string;
  language: string;
  /** mail | push | hook:2 */
  channel: string;
  params: Json<MessageParams>;
  /** waiting | sending | failed | accepted | gaveUp | answered */
  state: string;
  tries: number;
  created_at: number;
  /** When it is to be tried (again); null = it is done. While it is being sent: when it counts as lost. */
  due_at: number | null;
  expires_at: number;
  done_at: number | null;
  /** Of the delivery that it went with: the same for each repeat. */
  delivery: string | null;
  /** Of what was sent. */
  title: string;
  /** What was said, without the links by which its recipient answers. */
  content: Generated<string>;
  /** Of the other side, or why it was given up: a message id, or text to be rendered as text. */
  answer: string;
  /** The notice of work that it carries; null = it carries none. */
  notice_id: Generated<number | null>;
}
/** Ids of the alarms that a link answers. */
export type LinkedAlarms = readonly LinkedAlarm[];
/** An alarm that a message names, with the highest level that it says of it. */
export interface LinkedAlarm {
  readonly id: AlarmId;
  readonly rank: AlarmRank;
}
type AlarmId = number;
type AlarmRank = number;
/** Links by which one person answers alarms. */
export interface AnswerLinkTable {
  id: Generated<number>;
  /** SHA-256 of the token, hex. */
  hash: string;
  user_id: number;
  alarms: Json<LinkedAlarms>;
  created_at: number;
  expires_at: number;
  used_at: number | null;
}
export interface ChannelStateTable {
  /** mail | push | hook:2 */
  channel: string;
  company_id: number | null;
  /** In a row. */
  failures: number;
  failing_since: number | null;
  good_at: number | null;
  /** ms of the last one that was accepted. */
  took: number | null;
  answer: string;
}

/** By the name of the table. */
export interface NotifyTables {
  notify_policies: NotifyPolicyTable;
  notify_rotas: NotifyRotaTable;
  notify_hooks: NotifyHookTable;
  send_list: SendListTable;
  contacts: ContactTable;
  push_subscriptions: PushSubscriptionTable;
  escalations: EscalationTable;
  messages: MessageTable;
  work_notices: WorkNoticeTable;
  work_choices: WorkChoiceTable;
  answer_links: AnswerLinkTable;
  channel_states: ChannelStateTable;
}
