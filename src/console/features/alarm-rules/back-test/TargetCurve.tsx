/** What a quantity was for one sensor or RTU, with the limits on it: dragged, or moved by the arrows. */
import { type PointerEvent, useMemo, useRef, useState } from 'react';
import type { BackTestTarget } from '../../../../contract/alarms/back-test.ts';
import { unitOfTerm } from '../../../../derive/rule-words/term-unit.ts';
import { plainNumber } from '../../../../derive/rule-words/words.ts';
import { rankOf, type Term } from '../../../../domain/alarms/rule.ts';
import { useFormat, useText } from '../../../components/i18n.ts';
import { LevelGlyph } from '../../../components/levels/LevelGlyph.tsx';
import type { TestedSpan } from '../../../state/back-test.ts';
import { useEditor } from '../editor/context.ts';
import { NumberToken, SelectToken } from '../editor/tokens.tsx';
import { curvePath, scaleOf, toStep } from './curve-shape.ts';
import { limitsOn, type MovableLimit, withLimit } from './limits.ts';

const box = { width: 240, height: 148 };

export interface CurveValues {
  readonly t: readonly number[];
  readonly values: readonly (readonly (number | null)[])[];
}

export function TargetCurve(props: {
  readonly targetId: number;
  readonly values: CurveValues | null;
  /** Terms that the values are of. */
  readonly terms: readonly Term[];
  readonly span: TestedSpan;
  /** Events of it, where the browser has answered itself. */
  readonly atOnce: readonly Pick<BackTestTarget['events'][number], 'type'>[] | null;
  readonly moved: { readonly limit: MovableLimit; readonly value: number } | null;
  readonly onMove: (moved: { readonly limit: MovableLimit; readonly value: number } | null) => void;
  readonly onWhole: (() => void) | null;
}) {
  const { targetId, values, terms, span, atOnce, moved, onMove, onWhole } = props;
  const text = useText();
  const format = useFormat();
  const { rule, levels, words, edit, mayEdit } = useEditor();
  const [chosen, setChosen] = useState('0');
  const picture = useRef<SVGSVGElement>(null);
  const index = Math.min(Number(chosen), terms.length - 1);
  const term = terms[index];
  const column = values?.values[index] ?? [];
  const limits = limitsOn(rule.definition, levels, term, targetId).filter(({ limit }) =>
    Number.isFinite(limit),
  );
  const known = JSON.stringify(limits.map(({ limit }) => limit));
  const scale = useMemo(() => {
    const inView = column.filter((_, place) => {
      const at = values?.t[place] ?? 0;
      return at >= span.from && at <= span.to;
    });
    return scaleOf(inView, JSON.parse(known) as number[]);
  }, [column, values, span, known]);
  const path = useMemo(
    () => curvePath(values?.t ?? [], column, span, scale, box),
    [values, column, span, scale],
  );
  const yOf = (value: number) => box.height - ((value - scale.low) / (scale.high - scale.low)) * box.height;
  const valueAt = (event: PointerEvent) => {
    const place = picture.current?.getBoundingClientRect();
    if (place === undefined || place.height === 0) return null;
    const part = 1 - (event.clientY - place.top) / place.height;
    const value = scale.low + Math.max(0, Math.min(1, part)) * (scale.high - scale.low);
    return toStep(value, scale);
  };
  const put = (limit: MovableLimit, value: number) =>
    edit((definition) => withLimit(definition, limit, targetId, value));
  const isMoved = ({ level, at }: MovableLimit) => moved?.limit.level === level && moved.limit.at === at;
  const shown = (limit: MovableLimit) => (isMoved(limit) ? (moved?.value ?? limit.limit) : limit.limit);
  const unit = term === undefined ? '' : unitOfTerm(term);
  const raises = atOnce?.filter(({ type }) => type === 'raise' || type === 'blind').length;
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return (
    <section className="back-test__curve" aria-label={text('rules.backTest.curve')}>
      <header>
        <b className="num">{words.target(rule.definition.of, targetId)}</b>
        {terms.length > 1 ? (
          <SelectToken
            field="testedTerm"
            label={text('rules.backTest.quantity')}
            value={String(index)}
            options={terms.map((one, place) => ({ value: String(place), label: words.term(one) }))}
            isQuiet
            onChange={setChosen}
          />
        ) : (
          <span className="dim ellipsis">{term === undefined ? '' : words.term(term)}</span>
        )}
        <output className="num text-11 faint">
          {raises === undefined ? '' : text('rules.backTest.atOnce', { count: raises })}
        </output>
      </header>
      <div className="back-test__plot">
        <svg
          ref={picture}
          viewBox={`0 0 ${box.width} ${box.height}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={text('rules.backTest.curveOf', {
            from: format.time(span.from, zone, 'date'),
            to: format.time(span.to, zone, 'date'),
          })}
        >
          <path d={path} className="back-test__line" vectorEffect="non-scaling-stroke" />
          {limits.map((limit) => {
            const y = yOf(shown(limit));
            const rank = rankOf(limit.level);
            return (
              <g key={`${limit.level}.${limit.at}`}>
                <line
                  x1={0}
                  x2={box.width}
                  y1={y}
                  y2={y}
                  stroke={`var(--lv${rank}-edge)`}
                  strokeDasharray={isMoved(limit) ? undefined : '4 3'}
                  vectorEffect="non-scaling-stroke"
                />
                {mayEdit && (
                  <line
                    x1={0}
                    x2={box.width}
                    y1={y}
                    y2={y}
                    className="back-test__grip"
                    data-limit={limit.level}
                    onPointerDown={(event) => {
                      event.currentTarget.setPointerCapture(event.pointerId);
                      onMove({ limit, value: limit.limit });
                    }}
                    onPointerMove={(event) => {
                      const value = isMoved(limit) ? valueAt(event) : null;
                      if (value !== null) onMove({ limit, value });
                    }}
                    onPointerUp={() => {
                      if (isMoved(limit) && moved !== null && moved.value !== limit.limit)
                        put(limit, moved.value);
                      onMove(null);
                    }}
                    onPointerCancel={() => onMove(null)}
                  />
                )}
              </g>
            );
          })}
        </svg>
        <fieldset disabled={!mayEdit}>
          {limits
            .toSorted((a, b) => shown(b) - shown(a))
            .map((limit) => (
              <div key={`${limit.level}.${limit.at}`} className="back-test__limit">
                <LevelGlyph rank={rankOf(limit.level)} />
                <NumberToken
                  label={text('rules.backTest.limit', { level: words.level(limit.level) })}
                  value={shown(limit)}
                  unit={unit}
                  onChange={(value) => put(limit, value ?? Number.NaN)}
                />
              </div>
            ))}
        </fieldset>
      </div>
      <p className="back-test__axis num text-11 faint">
        <span>
          {plainNumber(toStep(scale.low, scale))} … {plainNumber(toStep(scale.high, scale))} {unit}
        </span>
        <span>
          {format.time(span.from, zone, 'date')} – {format.time(span.to, zone, 'date')}
        </span>
        {onWhole !== null && (
          <button type="button" className="link" onClick={onWhole}>
            {text('rules.backTest.wholeSpan')}
          </button>
        )}
      </p>
    </section>
  );
}
