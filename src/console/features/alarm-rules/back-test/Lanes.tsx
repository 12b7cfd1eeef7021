/** The alarms of a back-test by target: two lanes a row, today's above and the draft's below. */
import { type MouseEvent, useState } from 'react';
import { rules } from '../../../../../commands/rules.ts';
import type { Episode } from '../../../../domain/alarms/verdict.ts';
import { useCommands } from '../../../components/commands.tsx';
import { useFormat, useText } from '../../../components/i18n.ts';
import type { TestedSpan } from '../../../state/back-test.ts';
import { useEditor } from '../editor/context.ts';
import type { TestedRow } from './figures.ts';

const day = 86_400_000;
/** Rows that are drawn at first. */
const first = 12;
/** Places of a lane: of several alarms at one, the highest is drawn. */
const places = 300;

const barHeight = (rank: number) => 1 + 2 * rank;

/** Bars of a lane that ends at `bottom`, px. */
function Bars(props: {
  readonly episodes: readonly Episode[];
  readonly span: TestedSpan;
  readonly bottom: number;
}) {
  const { episodes, span, bottom } = props;
  const highest = new Map<number, Episode>();
  for (const one of episodes) {
    const place = Math.floor(((one.from - span.from) / (span.to - span.from)) * places);
    const known = highest.get(place);
    if (known === undefined || one.peak > known.peak) highest.set(place, one);
  }
  return [...highest].map(([place, { peak, isBlind }]) => (
    <rect
      key={place}
      x={`${(place / places) * 99.4}%`}
      y={bottom - barHeight(peak)}
      width={3.6}
      height={barHeight(peak)}
      fill={isBlind ? 'none' : `var(--lv${peak})`}
      stroke={`var(--lv${peak}-edge)`}
      strokeWidth={0.6}
    />
  ));
}

export function Lanes(props: {
  readonly rows: readonly TestedRow[];
  readonly span: TestedSpan;
  readonly chosen: number | null;
  readonly hasToday: boolean;
  readonly onMoment: (targetId: number, t: number | null) => void;
}) {
  const { rows, span, chosen, hasToday, onMoment } = props;
  const text = useText();
  const format = useFormat();
  const commands = useCommands();
  const { targets, words, rule } = useEditor();
  const [isWhole, setWhole] = useState(false);
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const names = new Map((targets ?? []).map((target) => [target.targetId, target.stationName]));
  const shown = isWhole ? rows : rows.slice(0, first);
  const choose = (event: MouseEvent<HTMLButtonElement>, row: TestedRow) => {
    const lanes = event.currentTarget.querySelector('svg')?.getBoundingClientRect();
    commands.run(rules.testedCurve, { targetId: row.targetId });
    // A key has no place: the whole span is shown.
    if (lanes === undefined || event.detail === 0 || event.clientX < lanes.left) return;
    const t = span.from + ((event.clientX - lanes.left) / lanes.width) * (span.to - span.from);
    const near = ({ from }: Episode) => Math.abs(from - t);
    const [closest] = [...row.today, ...row.draft].sort((a, b) => near(a) - near(b));
    const reach = ((span.to - span.from) * 8) / lanes.width;
    onMoment(row.targetId, closest !== undefined && near(closest) <= reach ? closest.from : null);
  };
  return (
    <div className="back-test__lanes">
      <ul aria-label={text('rules.backTest.byTarget')}>
        {shown.map((row) => {
          const { targetId, today, draft, firstAt } = row;
          const late = firstAt === null ? span.to : firstAt;
          const isShort = late > span.from + day;
          const said =
            firstAt === null
              ? text('rules.backTest.noReading')
              : isShort
                ? text('rules.backTest.readingsFrom', { date: format.time(firstAt, zone, 'date') })
                : '';
          return (
            <li key={targetId}>
              <button
                type="button"
                className="back-test__row"
                aria-pressed={targetId === chosen}
                onClick={(event) => choose(event, row)}
              >
                <b className="num">{words.target(rule.definition.of, targetId)}</b>
                <span className="faint ellipsis">{said === '' ? names.get(targetId) : said}</span>
                <span className="visually-hidden">
                  {hasToday
                    ? text('rules.backTest.rowCounts', { today: today.length, draft: draft.length })
                    : text('rules.backTest.rowCount', { draft: draft.length })}
                </span>
                <svg aria-hidden="true" height={20}>
                  <line x1="0" x2="100%" y1={10} y2={10} className="back-test__middle" />
                  {isShort && (
                    <rect
                      className="back-test__before"
                      width={`${((Math.min(late, span.to) - span.from) / (span.to - span.from)) * 100}%`}
                      height={20}
                    />
                  )}
                  <Bars episodes={today} span={span} bottom={9.5} />
                  <Bars episodes={draft} span={span} bottom={19.5} />
                </svg>
              </button>
            </li>
          );
        })}
      </ul>
      <div className="back-test__axis num text-11 faint" aria-hidden="true">
        {[0, 0.25, 0.5, 0.75].map((part) => (
          <span key={part}>{format.time(span.from + part * (span.to - span.from), zone, 'date')}</span>
        ))}
      </div>
      <p className="back-test__key text-11">
        {text(hasToday ? 'rules.backTest.lanes' : 'rules.backTest.oneLane')}
        {rows.length > first && (
          <button type="button" className="link" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
            {isWhole ? text('rules.backTest.fewer') : text('rules.backTest.all', { count: rows.length })}
          </button>
        )}
      </p>
    </div>
  );
}
