/** The answer of a back-test in one line, before the picture. */
import type { ReactNode } from 'react';
import type { BackTestNoise } from '../../../../contract/alarms/back-test.ts';
import { unitOfTerm } from '../../../../derive/rule-words/term-unit.ts';
import { plainNumber } from '../../../../derive/rule-words/words.ts';
import { limitsOf } from '../../../../domain/alarms/edits.ts';
import { noiseWidth } from '../../../../domain/alarms/noise.ts';
import { rankOf } from '../../../../domain/alarms/rule.ts';
import { useFormat, useText } from '../../../components/i18n.ts';
import { LevelGlyph } from '../../../components/levels/LevelGlyph.tsx';
import { useEditor } from '../editor/context.ts';
import type { figuresOf, judgedBy, TestedRow } from './figures.ts';

function Item({ label, children }: { readonly label: ReactNode; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd className="num ellipsis">{children}</dd>
    </div>
  );
}

export function Verdict(props: {
  readonly figures: ReturnType<typeof figuresOf>;
  readonly judged: ReturnType<typeof judgedBy>;
  readonly noise: readonly BackTestNoise[];
  readonly hasToday: boolean;
  readonly operators: number | null;
}) {
  const { figures, judged, noise, hasToday, operators } = props;
  const text = useText();
  const format = useFormat();
  const { levels, levelsFrom, words, rule } = useEditor();
  const pair = (before: string | number, after: string | number) =>
    !hasToday || before === after ? after : `${before} → ${after}`;
  const own = [...new Set([...levelsFrom, ...levels].map(({ level }) => level))].sort(
    (a, b) => rankOf(b) - rankOf(a),
  );
  const name = (row: TestedRow) => words.target(rule.definition.of, row.targetId);
  const names = (rows: readonly TestedRow[]) =>
    rows.length === 0 ? '0' : `${rows.length}: ${rows.map(name).join(text('list.comma'))}`;
  const perDay = (count: number) => format.number(count / Math.max(1, operators ?? 1), 1);
  const blind = figures.today[0] !== 0 || figures.draft[0] !== 0;
  const limitAt = ({ level, at }: BackTestNoise) => {
    const found = levels.find((one) => one.level === level);
    return found === undefined ? undefined : limitsOf(found.condition)[at]?.limit;
  };
  return (
    <dl className="back-test__verdict">
      {own.map((level) => (
        <Item
          key={level}
          label={
            <>
              <LevelGlyph rank={rankOf(level)} size={10} /> {words.level(level)}
            </>
          }
        >
          <b>{pair(figures.today[rankOf(level)] ?? 0, figures.draft[rankOf(level)] ?? 0)}</b>
        </Item>
      ))}
      {blind && (
        <Item label={text('rules.backTest.blind')}>
          <b>{pair(figures.today[0] ?? 0, figures.draft[0] ?? 0)}</b>
        </Item>
      )}
      {judged.trueCount > 0 && (
        <Item label={text('rules.backTest.caught')}>
          <b>{text('rules.backTest.of', { count: judged.caught, all: judged.trueCount })}</b>
          {judged.earlier !== 0 && (
            <span className="faint">
              {text(judged.earlier > 0 ? 'rules.backTest.earlier' : 'rules.backTest.later', {
                span: format.duration(judged.earlier),
              })}
            </span>
          )}
        </Item>
      )}
      {judged.falseCount > 0 && (
        <Item label={text('rules.backTest.false')}>
          <b>{`${judged.falseCount} → ${judged.stayFalse}`}</b>
        </Item>
      )}
      {hasToday && figures.isNew.length > 0 && (
        <Item label={text('rules.backTest.new')}>
          <span title={names(figures.isNew)}>{names(figures.isNew)}</span>
        </Item>
      )}
      {hasToday && figures.isGone.length > 0 && (
        <Item label={text('rules.backTest.gone')}>
          <span title={names(figures.isGone)}>{names(figures.isGone)}</span>
        </Item>
      )}
      <Item label={text(operators === null ? 'rules.backTest.perDay' : 'rules.backTest.perOperator')}>
        <b>{pair(perDay(figures.perDay.today), perDay(figures.perDay.draft))}</b>
        <span className="faint">{text('rules.backTest.target', { count: 144 })}</span>
      </Item>
      {noise.map((one) => {
        const limit = limitAt(one);
        const unit = limit === undefined ? '' : unitOfTerm(limit.term);
        const side = limit?.side === 'below' ? -1 : 1;
        const figure = Number((one.mean + side * noiseWidth * one.deviation).toPrecision(2));
        const said = text('rules.backTest.noiseFigure', {
          limit: words.amount(one.limit, unit),
          figure: `${plainNumber(figure)}${unit === '' ? '' : ` ${unit}`}`,
          noisy: one.noisy,
          of: one.of,
        });
        return (
          <Item
            key={`${one.level}.${one.at}`}
            label={text('rules.backTest.noise', { level: words.level(one.level) })}
          >
            <span
              className="back-test__noise"
              title={`${said} (${words.target(rule.definition.of, one.targetId)})`}
            >
              {said}
            </span>
          </Item>
        );
      })}
    </dl>
  );
}
