/** What the rule on screen would have raised of the past, beside its present version, while it is edited. */
import { useMemo, useState } from 'react';
import { rules } from '../../../../../commands/rules.ts';
import { CommandButton, useCommands } from '../../../components/commands.tsx';
import { useFormat, useText } from '../../../components/i18n.ts';
import { useOffer } from '../../../components/screen.ts';
import { useFindings, useOperators } from '../../../state/back-test.ts';
import { refusal } from '../../../state/connection/refused.ts';
import { useEditor } from '../editor/context.ts';
import { SelectToken } from '../editor/tokens.tsx';
import { figuresOf, judgedBy, rowsOf, type WorstDay } from './figures.ts';
import { Lanes } from './Lanes.tsx';
import { type MovableLimit, withLimit } from './limits.ts';
import { TargetCurve } from './TargetCurve.tsx';
import { type SpanDays, spans, useAtOnce, useTests } from './use-tests.ts';
import { Verdict } from './Verdict.tsx';
import './back-test.css';

const day = 86_400_000;

function WorstDays({ days, hasToday }: { readonly days: readonly WorstDay[]; readonly hasToday: boolean }) {
  const text = useText();
  if (days.length === 0) return null;
  return (
    <table className="back-test__worst num text-12">
      <thead>
        <tr>
          <th scope="col">{text('rules.backTest.worst')}</th>
          {hasToday && <th scope="col">{text('rules.backTest.today')}</th>}
          <th scope="col">{text('rules.backTest.draft')}</th>
        </tr>
      </thead>
      <tbody>
        {days.map((one) => (
          <tr key={one.day}>
            <th scope="row">{one.day}</th>
            {hasToday && <td>{one.today}</td>}
            <td>
              <b>{one.draft}</b>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export function BackTest() {
  const text = useText();
  const format = useFormat();
  const commands = useCommands();
  const { key, rule, words } = useEditor();
  const tests = useTests();
  const { days, setDays, span, again, today, draft, stood, isCurrent, error } = tests;
  const [chosen, setChosen] = useState<number | null>(null);
  const [moment, setMoment] = useState<number | null>(null);
  const [moved, setMoved] = useState<{ readonly limit: MovableLimit; readonly value: number } | null>(null);
  const operators = useOperators();
  const { data: findings } = useFindings(key === 'new' ? null : key, span);
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const plainRows = useMemo(() => rowsOf(today, draft, null), [today, draft]);
  const isKnown = plainRows.some(({ targetId }) => targetId === chosen);
  const targetId = isKnown ? chosen : (plainRows[0]?.targetId ?? null);
  const live = useMemo(
    () =>
      moved === null || targetId === null
        ? rule.definition
        : withLimit(rule.definition, moved.limit, targetId, moved.value),
    [rule, moved, targetId],
  );
  const atOnce = useAtOnce(draft === null ? null : stood, live, targetId, span);
  const { events } = atOnce;
  const rows = useMemo(
    () => (targetId === null || events === null ? plainRows : rowsOf(today, draft, { targetId, events })),
    [plainRows, today, draft, targetId, events],
  );
  const figures = useMemo(
    () => figuresOf(rows, span, (t) => format.time(t, zone, 'date')),
    [rows, span, zone, format],
  );
  const judged = useMemo(() => judgedBy(findings, rows), [findings, rows]);
  const curveSpan = useMemo(() => {
    if (moment === null) return span;
    const from = Math.max(span.from, moment - day / 2);
    return { from, to: Math.min(span.to, from + day) };
  }, [moment, span]);
  const choose = (id: number | null) => {
    setChosen(id);
    setMoment(null);
    setMoved(null);
  };
  const list = () =>
    plainRows.map((row) => ({
      value: row.targetId,
      label: words.target(rule.definition.of, row.targetId),
    }));
  useOffer(rules.testSpan, ({ days: wanted }) => setDays(wanted as SpanDays));
  useOffer(rules.testAgain, again);
  useOffer(rules.testedCurve, ({ targetId: id }) => choose(id), { choices: list });
  useOffer(
    rules.nextTested,
    ({ direction }) => {
      const at = rows.findIndex((row) => row.targetId === targetId);
      const next = rows[at + (direction === 'down' ? 1 : -1)];
      if (next !== undefined) choose(next.targetId);
    },
    { available: rows.length > 1 },
  );
  const hasToday = tests.present !== null;
  const state = tests.isEmpty
    ? text('rules.backTest.empty')
    : !tests.isAsked
      ? text('rules.chooseCompany')
      : !tests.isRight
        ? text('rules.mendFirst')
        : error !== null
          ? refusal(error, text).sentence
          : !isCurrent
            ? text('rules.backTest.going')
            : draft === null
              ? ''
              : text('rules.backTest.took', {
                  readings: format.number(draft.readings, 0),
                  seconds: format.number(draft.took / 1000, 2),
                });
  return (
    <section className="back-test" aria-label={text('rules.backTest')}>
      <header className="back-test__head">
        <div>
          <h3>{text('rules.backTest')}</h3>
          <output className={`text-11 num ${error === null ? 'faint' : 'rules__wrong'}`}>{state}</output>
        </div>
        <SelectToken
          field="testSpan"
          label={text('rules.backTest.span.label')}
          value={days}
          options={spans.map((value) => ({ value, label: text(`rules.backTest.days.${value}`) }))}
          onChange={(value) => commands.run(rules.testSpan, { days: value as SpanDays })}
        />
        <CommandButton command={rules.testAgain} icon="history" iconOnly look="ghost" />
      </header>
      {draft !== null && !tests.isEmpty && (
        <div className={`back-test__found ${isCurrent ? '' : 'is-old'}`} aria-busy={!isCurrent}>
          <Verdict
            figures={figures}
            judged={judged}
            noise={draft.noise}
            hasToday={hasToday}
            operators={operators}
          />
          {draft.stoppedBy !== null && (
            <p className="back-test__note text-12" role="status">
              {text(`rules.backTest.stopped.${draft.stoppedBy}`, { count: draft.targets.length })}
            </p>
          )}
          <div className="back-test__picture">
            <Lanes
              rows={rows}
              span={span}
              chosen={targetId}
              hasToday={hasToday}
              onMoment={(id, t) => {
                setChosen(id);
                setMoment(t);
              }}
            />
            <div className="back-test__side">
              {targetId !== null && (
                <TargetCurve
                  targetId={targetId}
                  values={atOnce.values}
                  terms={stood?.terms ?? []}
                  span={curveSpan}
                  atOnce={events}
                  moved={moved}
                  onMove={setMoved}
                  onWhole={moment === null ? null : () => setMoment(null)}
                />
              )}
              <WorstDays days={figures.worst} hasToday={hasToday} />
            </div>
          </div>
        </div>
      )}
    </section>
  );
}
