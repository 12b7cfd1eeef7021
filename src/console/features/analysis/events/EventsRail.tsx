import type { ComparedWith, EventsAnswer } from '../../../../domain/lenses/events.ts';
import { useFormat, useText } from '../../../components/i18n.ts';
import { Answer, Facts } from '../Facts.tsx';

/** Events that are listed. */
const mostListed = 20;

/** What the comparison comes to, in words and numbers. */
export function EventsRail(props: {
  readonly answer: EventsAnswer;
  readonly comparison: ComparedWith;
  readonly unit: string;
  readonly digits: number;
  readonly zone: string;
  readonly hours: string;
  readonly thenFrom: number | null;
}) {
  const { answer, comparison, unit, digits, zone, hours, thenFrom } = props;
  const text = useText();
  const format = useFormat();
  const value = (one: number) => `${format.number(one, digits)} ${unit}`;
  const rate = (one: { readonly value: number; readonly low: number; readonly high: number }) =>
    `${format.number(one.value, digits + 1)} (${format.number(one.low, digits + 1)} – ${format.number(one.high, digits + 1)})`;
  if (answer.type === 'spans')
    return (
      <>
        <Answer
          head={text(`analysis.events.with.${comparison}`)}
          answer={text(`analysis.events.verdict.${answer.verdict}`)}
          {...(thenFrom === null
            ? {}
            : { note: text('analysis.events.thenFrom', { from: format.time(thenFrom, zone, 'dayTime') }) })}
        />
        <section>
          <Facts
            facts={[
              [text('analysis.events.changeNow'), value(answer.nowChange)],
              [text('analysis.events.changeThen'), value(answer.thenChange)],
              [text('analysis.events.difference'), value(answer.nowChange - answer.thenChange)],
            ]}
          />
        </section>
        <section>
          <h2>{text('analysis.events.rates', { unit })}</h2>
          <Facts
            facts={[
              [text('analysis.events.now'), rate(answer.nowRate)],
              [text('analysis.events.then'), rate(answer.thenRate)],
            ]}
          />
        </section>
        <section>
          <p className="dim text-12">{text('analysis.events.method.spans')}</p>
          <p className="dim text-12">{text('analysis.sources', { sources: 'Theil 1950; Sen 1968' })}</p>
        </section>
      </>
    );
  return (
    <>
      <Answer
        head={text(`analysis.events.with.${comparison}`)}
        answer={value(answer.excess)}
        note={text(answer.p < 0.05 ? 'analysis.events.beyond' : 'analysis.events.within', {
          p: format.number(answer.p, 3),
        })}
      />
      <section>
        <Facts
          facts={[
            [text('analysis.events.before', { hours }), value(answer.before)],
            [text('analysis.events.after', { hours }), value(answer.after)],
            [text('analysis.events.count'), String(answer.events.length)],
          ]}
        />
      </section>
      <section>
        <h2>{text('analysis.events.list')}</h2>
        <ol className="text-12 num">
          {answer.events.slice(-mostListed).map((at) => (
            <li key={at}>{format.time(at, zone, 'dayTime')}</li>
          ))}
        </ol>
      </section>
      <section>
        <p className="dim text-12">{text('analysis.events.method.around')}</p>
      </section>
    </>
  );
}
