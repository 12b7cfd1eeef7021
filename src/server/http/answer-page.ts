/**
 * The page that a link in a message opens: the alarms, and one button. It needs no session and no script. Opening it
 * changes nothing, since mail servers open links by themselves; the press is a POST (A11).
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { LevelWords } from '../../base/alarm-words.ts';
import { Refusal } from '../../base/errors.ts';
import { type Language, languageTags } from '../../base/messages.ts';
import { hasPermission } from '../../base/permissions.ts';
import { formatTime } from '../../base/time-text.ts';
import type { AlarmView } from '../../contract/alarms/alarms.ts';
import { alarmText, ruleText } from '../../derive/alarm-text.ts';
import { levelWord } from '../../derive/level-word.ts';
import { readViewer, type Viewer } from '../accounts/viewer.ts';
import type { AnswerLink } from '../notify/answer-links.ts';
import { escapeHtml } from '../notify/channels/letter.ts';
import { words } from '../words.ts';
import { languageOf } from './language.ts';
import { addressOf } from './proxy.ts';
import type { Services } from './services.ts';

type Needed = Pick<Services, 'alarmBook' | 'notifier' | 'storage' | 'settings' | 'board'>;

const style = `*{box-sizing:border-box}body{margin:0;font:16px/1.5 system-ui,sans-serif;background:#f3f5f8;color:#1f2a37}
main{max-width:32rem;margin:0 auto;padding:20px 16px 32px}h1{font-size:20px;margin:0 0 14px}
article{background:#fff;border:1px solid #d5dce4;border-left:5px solid var(--level);border-radius:6px;padding:12px 14px;margin:0 0 10px}
article b{color:var(--level)}article p{margin:2px 0;overflow-wrap:anywhere}small{color:#556372}
button{width:100%;min-height:60px;font:600 18px system-ui,sans-serif;color:#fff;background:#0b5cad;border:0;border-radius:8px;margin-top:8px}
.said{padding:14px;border-radius:8px;background:#e2f1e6;color:#14532d;font-weight:600}.bad{background:#fbe6e6;color:#7f1d1d}
@media(prefers-color-scheme:dark){body{background:#12181f;color:#e5eaf0}article{background:#1b232c;border-color:#35414e}small{color:#a9b5c2}article b{color:inherit}}`;
const colours = ['#556372', '#1d63d1', '#8a6100', '#b4500b', '#c01616'];

function page(language: Language, title: string, body: string): string {
  return `<!doctype html><html lang="${languageTags[language]}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex"><title>${escapeHtml(title)}</title><style>${style}</style></head><body><main><h1>${escapeHtml(title)}</h1>${body}</main></body></html>`;
}

interface ArticleSite {
  readonly zone: string;
  readonly levelWords: LevelWords | null;
}

function article(alarm: AlarmView, edition: 'cn' | 'jp', site: ArticleSite, language: Language): string {
  const { zone, levelWords } = site;
  const say = words(language);
  const rank = Math.max(alarm.present, 1);
  const level = levelWord(say, edition, rank, levelWords);
  const state =
    alarm.closed !== null
      ? say('notify.answer.closed')
      : alarm.answer === null
        ? ''
        : say('notify.answer.already', {
            account: alarm.answer.accountName ?? '',
            time: formatTime(alarm.answer.at, zone, 'full'),
          });
  return `<article style="--level:${colours[rank] ?? colours[0]}"><p><b>${escapeHtml(level)}</b> · ${escapeHtml(alarm.stationCode)} ${escapeHtml(alarm.stationName)}</p>
<p>${escapeHtml(alarmText(alarm, say))}</p><p><small>${escapeHtml(say('notify.text.since', { level, time: formatTime(alarm.raisedAt, zone, 'full') }))} · ${escapeHtml(ruleText(alarm, say))}</small></p>
${alarm.facts.card === '' ? '' : `<p>${escapeHtml(alarm.facts.card)}</p>`}${state === '' ? '' : `<p><b>${escapeHtml(state)}</b></p>`}</article>`;
}

const notice = (text: string, style = '') => `<p class="said ${style}">${escapeHtml(text)}</p>`;

/** The level of each alarm that whoever presses has seen: on the page, or in the message where the press came from there. */
function levelsSeen(body: unknown, { alarms }: AnswerLink): ReadonlyMap<number, number> {
  const given = body instanceof URLSearchParams ? (body.get('seen') ?? '') : '';
  const isGood = given.length === alarms.length && /^[1-4]+$/.test(given);
  return new Map(alarms.map(({ id, rank }, at) => [id, isGood ? Number(given[at]) : rank]));
}

export function registerAnswerPage(app: FastifyInstance, services: Needed): void {
  const { alarmBook, notifier, storage, settings, board } = services;
  const config = { access: 'public', rateLimit: { max: 60, timeWindow: 60_000 } } as const;

  /** Whoever a link is for, with what they may still see of it; null where it is of no use. */
  async function open(token: string): Promise<{
    viewer: Viewer;
    alarms: AlarmView[];
    link: NonNullable<Awaited<ReturnType<typeof notifier.links.find>>>;
  } | null> {
    const link = await notifier.links.find(token);
    const viewer = link === null ? null : await readViewer(storage, link.userId);
    if (link === null || viewer === null || !hasPermission(viewer.permissions, 'alarm:event:answer'))
      return null;
    const alarms: AlarmView[] = [];
    for (const { id } of link.alarms) {
      const found = await alarmBook.one(viewer, id).catch(() => null);
      if (found !== null) alarms.push(found.alarm);
    }
    return alarms.length === 0 ? null : { viewer, alarms, link };
  }
  const siteOf = ({ rtuId }: AlarmView): ArticleSite => {
    const project = board.siteOfRtu(rtuId)?.project;
    return { zone: project?.timeZone ?? 'UTC', levelWords: project?.levelWords ?? null };
  };
  const answered = (reply: FastifyReply, html: string, status = 200) =>
    reply.code(status).header('referrer-policy', 'no-referrer').type('text/html; charset=utf-8').send(html);
  const refused = (request: FastifyRequest, reply: FastifyReply) => {
    const language = languageOf(request);
    const say = words(language);
    const said = notice(say('notify.answer.invalid'), 'bad');
    return answered(reply, page(language, say('notify.answer.title'), said), 404);
  };
  /** The alarms as they stand, and the button where one of them asks. */
  const pageOf = ({ viewer, alarms, link }: NonNullable<Awaited<ReturnType<typeof open>>>, said = '') => {
    const say = words(viewer.language);
    const list = alarms.map((alarm) => article(alarm, settings.edition, siteOf(alarm), viewer.language));
    const asks = alarms.some(({ answer, closed }) => answer === null && closed === null);
    const shown = new Map(alarms.map(({ id, present }) => [id, present]));
    const seen = link.alarms.map(({ id, rank }) => Math.max(rank, shown.get(id) ?? 0)).join('');
    const form = asks
      ? `<form method="post"><input type="hidden" name="seen" value="${seen}"><button>${escapeHtml(say('notify.answer.do'))} · ${escapeHtml(viewer.accountName)}</button></form>`
      : '';
    return page(viewer.language, say('notify.answer.title'), said + list.join('') + form);
  };

  app.get<{ Params: { token: string } }>('/answer/:token', { config }, async (request, reply) => {
    const found = await open(request.params.token);
    return found === null ? refused(request, reply) : answered(reply, pageOf(found));
  });

  void app.register(async (scope) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { bodyLimit: 4096, parseAs: 'string' },
      (_request, text, done) => done(null, new URLSearchParams(String(text))),
    );
    scope.post<{ Params: { token: string } }>('/answer/:token', { config }, async (request, reply) => {
      const found = await open(request.params.token);
      if (found === null) return refused(request, reply);
      const { viewer, alarms, link } = found;
      const say = words(viewer.language);
      const seen = levelsSeen(request.body, link);
      try {
        const { outcomes } = await alarmBook.acknowledge(
          { viewer, address: addressOf(request) },
          alarms.map(({ id }) => id),
          '',
          async (db, rows) => {
            const risen = rows.some(
              (row) =>
                row.answered_at === null && row.closed_at === null && row.present > (seen.get(row.id) ?? 0),
            );
            if (risen) throw new Refusal(409, 'notify.answer.risen', {});
            if (!(await notifier.links.use(db, link))) throw new Refusal(404, 'notify.answer.invalid', {});
          },
        );
        const after = alarms.map(
          (alarm) => outcomes.find(({ alarmId }) => alarmId === alarm.id)?.alarm ?? alarm,
        );
        const isDone = outcomes.some(({ refused: why }) => why === null);
        const said = isDone ? notice(say('notify.answer.done', { account: viewer.accountName })) : '';
        return answered(reply, pageOf({ ...found, alarms: after }, said));
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        const now = error.status === 409 ? await open(request.params.token) : null;
        if (now === null) return refused(request, reply);
        return answered(reply, pageOf(now, notice(say('notify.answer.risen'), 'bad')), 409);
      }
    });
  });
}
