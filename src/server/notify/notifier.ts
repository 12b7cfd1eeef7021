/** The room composed: escalations, outbox and channels over one storage. */

import type { Language } from '../../base/messages.ts';
import { Outgoing } from '../outgoing.ts';
import { fromJson } from '../storage/json.ts';
import type { Storage } from '../storage/storage.ts';
import { words } from '../words.ts';
import type { WorkPermit } from '../work/permit.ts';
import { curveOfAlarm } from './alarm-curve.ts';
import { AnswerLinks } from './answer-links.ts';
import { curvePicture } from './channels/curve-picture.ts';
import { hookSender } from './channels/hook.ts';
import { type LetterPicture, letterOf } from './channels/letter.ts';
import { MailSender, type MailSettings } from './channels/mail.ts';
import { type PushKeys, pushKeysOf, pushSender } from './channels/push.ts';
import { type Composed, compose } from './compose.ts';
import { dataBodyOf } from './data-body.ts';
import { Escalator } from './escalator.ts';
import { siteOfAlarm } from './follow.ts';
import { type ChannelSender, type Dispatch, type NotifyFaultPoint, Outbox } from './outbox.ts';
import { reportFilesOf, reportOf } from './report-files.ts';
import { Watch } from './system/watch.ts';

/** Curves in one mail. */
const mostPictures = 3;

export interface NotifySettings {
  readonly edition: 'cn' | 'jp';
  /** Null = no mail goes out. */
  readonly mail: MailSettings | null;
  /** The server's own address, as people reach it; null = messages lead nowhere. */
  readonly publicUrl: string | null;
  /** Origins inside that webhooks may call. */
  readonly origins: readonly string[];
  /** Certificates of authorities of one's own, PEM. */
  readonly ca?: string;
  /** Called each minute while all is well; null = nobody watches from outside. */
  readonly heartbeatUrl: string | null;
}

export interface NotifierOptions {
  readonly storage: Storage;
  readonly settings: NotifySettings;
  /** Of the server, for this room. */
  readonly key: (purpose: string) => Buffer;
  readonly failed: (error: unknown, what: string) => void;
  /** ms by which evaluation is behind. */
  readonly behind: () => number;
  readonly now?: () => number;
  readonly faults?: (point: NotifyFaultPoint) => void;
  /** Left out: this process is the only one that does it. */
  readonly permit?: WorkPermit | undefined;
}

export class Notifier {
  readonly links: AnswerLinks;
  readonly outbox: Outbox;
  readonly escalator: Escalator;
  readonly watch: Watch;
  readonly outgoing: Outgoing;
  readonly pushKeys: PushKeys;
  readonly canMail: boolean;
  /** Messages have links. */
  readonly hasAddress: boolean;
  readonly #options: NotifierOptions;
  readonly #now: () => number;
  readonly #mail: MailSender | null;
  readonly #push: ChannelSender;

  constructor(options: NotifierOptions) {
    this.#options = options;
    this.#now = options.now ?? Date.now;
    const { storage, settings, key, failed, faults, permit } = options;
    const now = this.#now;
    const { ca } = settings;
    // A service that answers slowly holds up its own channel alone; of its answer little is of use.
    const bounds = { timeout: 10_000, most: 64 * 1024, ...(ca === undefined ? {} : { ca }) };
    this.outgoing = new Outgoing({ allowed: settings.origins, anyPublic: true, ...bounds });
    this.links = new AnswerLinks(storage, key('answers'), now);
    this.pushKeys = pushKeysOf(key('push'));
    this.canMail = settings.mail !== null;
    this.hasAddress = settings.publicUrl !== null;
    this.#mail =
      settings.mail === null ? null : new MailSender(settings.mail, (delivery) => this.#letter(delivery));
    this.#push = pushSender({
      storage,
      outgoing: this.outgoing,
      keys: this.pushKeys,
      subject:
        settings.publicUrl?.startsWith('https:') === true
          ? settings.publicUrl
          : 'mailto:postmaster@localhost',
      textOf: (delivery) => this.#pushText(delivery),
    });
    this.outbox = new Outbox({
      storage,
      senderOf: (channel) => this.#senderOf(channel),
      failed: (error) => failed(error, 'messages were not sent'),
      now,
      permit,
      ...(faults === undefined ? {} : { faults }),
    });
    this.escalator = new Escalator({
      storage,
      failed: (error) => failed(error, 'escalations did not go on'),
      notified: () => this.outbox.wake(),
      now,
      permit,
    });
    this.watch = new Watch({
      storage,
      heartbeatUrl: settings.heartbeatUrl,
      behind: options.behind,
      failed: (error) => failed(error, 'the alarm system was not looked after'),
      notified: () => this.outbox.wake(),
      now,
      permit,
      ...(ca === undefined ? {} : { ca }),
    });
  }

  /** Alarms or messages may have changed. */
  wake(): void {
    this.escalator.wake();
    this.outbox.wake();
  }

  /** Sends a mail to an address at once. @throws Error where there is no mail server */
  async testMail(address: string, language: Language) {
    if (this.#mail === null) throw new Error('there is no mail server');
    const say = words(language);
    const time = new Date(this.#now()).toISOString().slice(0, 16).replace('T', ' ');
    const text = say('platform.testMail.text', { time, address: this.#options.settings.publicUrl ?? '–' });
    return this.#mail.sendPlain(address, say('platform.testMail.subject'), text);
  }

  start(): void {
    this.wake();
    this.watch.start();
  }

  async stop(): Promise<void> {
    await this.watch.stop();
    await this.escalator.stop();
    await this.outbox.stop();
    this.#mail?.close();
  }

  async #senderOf(channel: string): Promise<ChannelSender | null> {
    if (channel === 'mail') return this.#mail;
    if (channel === 'push') return this.#push;
    const row = await this.#options.storage.db
      .selectFrom('notify_hooks')
      .select('body')
      .where('id', '=', Number(channel.replace('hook:', '')))
      .where('deleted_at', 'is', null)
      .executeTakeFirst();
    const body = row === undefined ? null : fromJson(row.body);
    if (body === null || !body.enabled) return null;
    return hookSender(body, this.outgoing, {
      composeOf: (delivery) => this.#compose(delivery),
      dataOf: (delivery) => dataBodyOf(this.#options.storage, delivery),
      now: this.#now,
    });
  }

  #compose(delivery: Dispatch): Promise<Composed> {
    return compose(this.#options.storage, delivery, this.#options.settings);
  }

  /** A link for whoever may answer what is still asked; null where that is nobody. */
  async #link(delivery: Dispatch, composed: Composed) {
    const { publicUrl } = this.#options.settings;
    const userId = delivery.messages[0]?.user_id ?? null;
    const asked = composed.lines
      .filter(({ isOver }) => !isOver)
      .map(({ alarmId: id, rank }) => ({ id, rank }));
    if (userId === null || asked.length === 0) return null;
    const may = await this.#options.storage.db
      .selectFrom('users')
      .innerJoin('role_permissions', 'role_permissions.role_id', 'users.role_id')
      .select('users.account_name')
      .where('users.id', '=', userId)
      .where('role_permissions.permission', '=', 'alarm:event:answer')
      .executeTakeFirst();
    if (may === undefined) return null;
    const { token, expiresAt } = await this.links.make(userId, asked);
    const path = `/answer/${token}`;
    return {
      path,
      url: publicUrl === null ? null : `${publicUrl}${path}`,
      account: may.account_name,
      until: expiresAt,
    };
  }

  /** Where what a delivery says is shown. */
  #openPath(delivery: Dispatch, { lines }: Composed): string {
    const [first] = lines;
    const [message] = delivery.messages;
    const reportId = reportOf(delivery);
    if (reportId !== null) return `/reports/${reportId}`;
    if (message?.kind === 'work') return String(fromJson(message.params)['address']);
    return first === undefined || lines.length > 1 ? '/alarms' : `/alarms/${first.alarmId}`;
  }

  async #letter(delivery: Dispatch) {
    const { settings, storage } = this.#options;
    const composed = await this.#compose(delivery);
    const link = await this.#link(delivery, composed);
    const [first] = delivery.messages;
    const alarm =
      first?.alarm_id == null
        ? null
        : await storage.db
            .selectFrom('alarms')
            .select(['station_id', 'company_id', 'facts'])
            .where('id', '=', first.alarm_id)
            .executeTakeFirst();
    const site = alarm == null ? null : await siteOfAlarm(storage.db, alarm);
    const opens = composed.lines.length > 0 || reportOf(delivery) !== null || first?.kind === 'work';
    const files = await reportFilesOf(storage, delivery);
    const letter = letterOf(
      composed,
      {
        answer:
          link === null || link.url === null
            ? null
            : { url: link.url, account: link.account, until: link.until },
        open:
          settings.publicUrl === null || !opens
            ? null
            : `${settings.publicUrl}${this.#openPath(delivery, composed)}`,
        timeZone: site?.timeZone ?? 'UTC',
        isAlarm: composed.lines.length > 0,
      },
      await this.#pictures(composed),
    );
    return { ...letter, files };
  }

  /** Curves of the worst alarms. A mail that cannot have them goes without. */
  async #pictures({ lines }: Composed): Promise<readonly LetterPicture[]> {
    const { storage, failed } = this.#options;
    const pictures: LetterPicture[] = [];
    for (const { alarmId } of lines.slice(0, mostPictures))
      try {
        const alarm = await storage.db
          .selectFrom('alarms')
          .selectAll()
          .where('id', '=', alarmId)
          .executeTakeFirst();
        const curve = alarm === undefined ? null : await curveOfAlarm(storage, alarm, this.#now());
        if (curve !== null) pictures.push({ alarmId, png: await curvePicture(curve) });
      } catch (error) {
        failed(error, 'a curve was not drawn');
      }
    return pictures;
  }

  async #pushText(delivery: Dispatch) {
    const composed = await this.#compose(delivery);
    const link = await this.#link(delivery, composed);
    const say = words(composed.language);
    const body =
      composed.lines.length === 0
        ? composed.text
        : composed.lines
            .slice(0, 4)
            .map(({ what, details }) => [what, details[0]].filter(Boolean).join(' · '))
            .join('\n');
    return {
      composed,
      text: {
        title: composed.title,
        body,
        rank: composed.rank,
        tag: composed.lines.length === 1 ? `alarm ${composed.lines[0]?.alarmId}` : delivery.id,
        open: this.#openPath(delivery, composed),
        answer: link?.path ?? null,
        words: {
          acknowledge: say('notify.answer.do'),
          open: say(composed.lines.length > 0 ? 'notify.text.open' : 'notify.text.openPage'),
        },
      },
    };
  }
}
