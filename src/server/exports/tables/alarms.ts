/** Alarms, the newest first, by the time at which they were raised or closed. */
import type { MessageId } from '../../../base/messages.ts';
import type { ExportQuery } from '../../../contract/exports.ts';
import { alarmText } from '../../../derive/alarm-text.ts';
import { levelWord } from '../../../derive/level-word.ts';
import type { CompanyScope } from '../../sites/visible.ts';
import { fromJson } from '../../storage/json.ts';
import type { Db } from '../../storage/schema.ts';
import { type ExportRow, type ExportWords, exportTable } from '../table.ts';

const pageSize = 500;

interface Given {
  readonly query: ExportQuery<'alarms'>;
  readonly edition: 'cn' | 'jp';
}

function matching(db: Db, scope: CompanyScope, query: ExportQuery<'alarms'>) {
  const { from, to, by, stationId, ruleId, least, state, finding, alarmIds } = query;
  let all = db
    .selectFrom('alarms')
    .leftJoin('stations', 'stations.id', 'alarms.station_id')
    .leftJoin('projects', 'projects.id', 'stations.project_id')
    // An alarm of the alarm system itself is of a company alone.
    .innerJoin('companies', (join) =>
      join.on((eb) => eb('companies.id', '=', eb.fn.coalesce('alarms.company_id', 'projects.company_id'))),
    );
  if (scope.companyId !== null) all = all.where('companies.id', '=', scope.companyId);
  const time = by === 'closed' ? 'alarms.closed_at' : 'alarms.raised_at';
  if (from !== undefined) all = all.where(time, '>=', from);
  if (to !== undefined) all = all.where(time, '<', to);
  if (least !== undefined) all = all.where('alarms.peak', '>=', least);
  if (stationId !== undefined) all = all.where('alarms.station_id', '=', stationId);
  if (ruleId !== undefined) all = all.where('alarms.rule_id', '=', ruleId);
  if (state !== undefined) all = all.where('alarms.closed_at', state === 'open' ? 'is' : 'is not', null);
  if (finding !== undefined) all = all.where('alarms.finding', '=', finding);
  if (alarmIds !== undefined) all = all.where('alarms.id', 'in', alarmIds.length === 0 ? [-1] : alarmIds);
  return all;
}

type Row = Awaited<ReturnType<typeof page>>[number];
const page = (db: Db, scope: CompanyScope, query: ExportQuery<'alarms'>, before: number) =>
  matching(db, scope, query)
    .selectAll('alarms')
    .select(['stations.code', 'stations.name', 'stations.time_zone', 'projects.name as project'])
    .select('companies.level_words')
    .where('alarms.id', '<', before)
    .orderBy('alarms.id', 'desc')
    .limit(pageSize)
    .execute();

function rowOf(row: Row, edition: Given['edition'], text: ExportWords): ExportRow {
  const facts = fromJson(row.facts);
  const [term] = facts.terms;
  const own = row.level_words === null ? null : fromJson(row.level_words);
  const level = (rank: number) => (rank === 0 ? '' : levelWord(text, edition, rank, own));
  const isAnswered = row.answered_at !== null;
  const mark =
    row.closed_at !== null
      ? 'closed'
      : row.shelved_until !== null
        ? 'shelved'
        : isAnswered
          ? 'acknowledged'
          : row.present === 0
            ? 'returned'
            : 'unanswered';
  return [
    row.id,
    row.code ?? facts.stationCode,
    row.name ?? facts.stationName,
    row.project ?? text('alarms.system.name'),
    level(row.present),
    level(row.peak),
    text(`alarms.mark.${mark}`),
    row.raised_at,
    row.known_at,
    row.time_zone ?? facts.system?.timeZone ?? 'UTC',
    alarmText({ isBlind: row.is_blind === 1, present: row.present, facts }, text),
    term?.value ?? null,
    term?.limit ?? null,
    term?.unit ?? null,
    facts.system === undefined ? facts.ruleName : text('alarms.system.name'),
    facts.system === undefined ? facts.ruleVersion : null,
    row.answered_name,
    row.answered_at,
    row.answer_note,
    row.assigned_name,
    row.closed_at,
    row.closed_name,
    row.finding === null ? null : text(`alarms.finding.${row.finding}` as MessageId),
    row.closed_note,
  ];
}

/** Alarms with what people did about them. */
export const alarmsTable = exportTable<'alarms', Given>('alarms', {
  async prepare({ board, viewer, query, text, edition }) {
    const { from, to, stationId } = query;
    const station = stationId === undefined ? null : board.one(viewer, stationId).site.station;
    return {
      given: { query, edition },
      subject: station?.code ?? '',
      about: [
        [
          text('sites.station'),
          station === null ? text('exports.about.all') : `${station.code} ${station.name}`,
        ],
        ...(from === undefined ? [] : [[text('exports.about.from'), new Date(from).toISOString()] as const]),
        ...(to === undefined ? [] : [[text('exports.about.to'), new Date(to).toISOString()] as const]),
        ...(query.state === undefined
          ? []
          : [[text('alarms.file.state'), text(`exports.alarms.${query.state}`)] as const]),
        [text('exports.about.zone'), text('exports.about.ownZone')],
      ],
    };
  },
  async open({ reading: { db }, scope, given: { query, edition }, text }) {
    const zone = 9;
    const time = (id: MessageId) => ({ title: text(id), kind: 'time', zone }) as const;
    const word = (id: MessageId, width?: number) =>
      ({ title: text(id), kind: 'text', ...(width === undefined ? {} : { width }) }) as const;
    return {
      columns: [
        { title: text('alarms.file.id'), kind: 'number', digits: 0 },
        word('alarms.file.station'),
        word('alarms.file.name', 24),
        word('alarms.file.project'),
        word('alarms.file.level', 10),
        word('alarms.file.peak', 10),
        word('alarms.file.state', 14),
        time('alarms.file.raised'),
        time('alarms.file.known'),
        word('exports.about.zone'),
        word('alarms.file.what', 50),
        { title: text('alarms.file.value'), kind: 'number' },
        { title: text('alarms.file.limit'), kind: 'number' },
        word('alarms.file.unit', 8),
        word('alarms.file.rule', 24),
        { title: text('alarms.file.version'), kind: 'number', digits: 0, width: 8 },
        word('alarms.file.answeredBy'),
        time('alarms.file.answeredAt'),
        word('alarms.file.note', 30),
        word('alarms.file.with'),
        time('alarms.file.closedAt'),
        word('alarms.file.closedBy'),
        word('alarms.file.finding'),
        word('alarms.file.closingNote', 30),
      ],
      async count() {
        const { count } = await matching(db, scope, query)
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .executeTakeFirstOrThrow();
        return Number(count);
      },
      async *rows() {
        for (let before = Number.MAX_SAFE_INTEGER; ; ) {
          const found = await page(db, scope, query, before);
          yield found.map((row) => rowOf(row, edition, text));
          const last = found.at(-1);
          if (last === undefined || found.length < pageSize) return;
          before = last.id;
        }
      },
    };
  },
});
