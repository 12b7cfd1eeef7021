/** Messages: rows that are written with what causes them, and sent by the outbox. */
import type { MessageParams } from '../../base/errors.ts';
import { toJson } from '../storage/json.ts';
import type { Db } from '../storage/schema.ts';

const hour = 3_600_000;

/**
 * `raise`, `remind`: an alarm asks for an answer. `over`: it is over. `test`: of a channel or a policy. `code`: confirms
 * an address. `gap`, `channel`: of servers before 1.10, where these were no alarms. `again`: somebody sends what was said once
 * more. `drill`: sirens sound as a drill. `report`: a report is ready, maybe with its files. `schedule`: a run of a
 * schedule has ended. `work`: a plan or a script that somebody started has ended, stopped, or stands still. `data`: readings
 * and events (src/server/outlets).
 */
export type MessageKind =
  | 'raise'
  | 'remind'
  | 'over'
  | 'test'
  | 'code'
  | 'gap'
  | 'channel'
  | 'again'
  | 'drill'
  | 'report'
  | 'schedule'
  | 'work'
  | 'data';

/** Whom a message is for, and over which channel. */
export interface Addressee {
  /** `user:3`, `list:5`, `hook:2`; `duty:1` where nobody was on duty. */
  readonly recipient: string;
  readonly userId: number | null;
  readonly name: string;
  readonly address: string;
  readonly language: string;
  /** mail | push | hook:2 */
  readonly channel: string;
  /** Id of the message that says why they cannot be reached; null = they can. */
  readonly problem: string | null;
}

export interface NewMessage {
  readonly companyId: number;
  readonly projectId: number | null;
  readonly alarmId: number | null;
  readonly escalationId: number | null;
  readonly kind: MessageKind;
  readonly rank: number;
  readonly receiver: Addressee;
  readonly params?: MessageParams;
  readonly dueAt: number;
  readonly now: number;
  /** Of a notice of work (work-notice); left out = it is of none. */
  readonly noticeId?: number;
}

/** How long a message is tried, ms: of red and of data a day, of what is less, of drills and of codes, shorter. Assumed. */
const longestLife = (kind: MessageKind, rank: number) =>
  kind === 'code'
    ? hour / 4
    : kind === 'drill'
      ? hour
      : kind === 'data' || rank === 4
        ? 24 * hour
        : 12 * hour;

/** Adds a message, within the caller's transaction; one that can reach nobody is written as given up. Answers its id. */
export async function addMessage(db: Db, message: NewMessage): Promise<number> {
  const { receiver, kind, rank, now, dueAt } = message;
  const gaveUp = receiver.problem !== null;
  const { id } = await db
    .insertInto('messages')
    .values({
      company_id: message.companyId,
      project_id: message.projectId,
      alarm_id: message.alarmId,
      escalation_id: message.escalationId,
      kind,
      rank,
      recipient: receiver.recipient,
      user_id: receiver.userId,
      name: receiver.name,
      address: receiver.address,
      language: receiver.language,
      channel: receiver.channel,
      params: toJson(message.params ?? {}),
      state: gaveUp ? 'gaveUp' : 'waiting',
      tries: 0,
      created_at: now,
      due_at: gaveUp ? null : dueAt,
      expires_at: dueAt + longestLife(kind, rank),
      done_at: gaveUp ? now : null,
      delivery: null,
      title: '',
      answer: receiver.problem ?? '',
      notice_id: message.noticeId ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
