import {
  channelText,
  hasNumber,
  limitText,
  ruleText,
  termLimit,
  termValue,
} from '../../../../derive/alarm-text.ts';
import { useFormat, useText } from '../../../components/i18n.ts';
import { spanOf } from '../../../components/values/span.ts';
import type { AlarmView } from '../../../state/alarms/alarms.ts';
import { useStations } from '../../../state/sites/stations.ts';
import { clockText } from '../words/use-alarm-words.ts';

/** What was known at the newest event, as it was frozen then; and when the station should speak next. */
export function Facts(props: { readonly alarm: AlarmView; readonly zone: string; readonly now: number }) {
  const { alarm, zone, now } = props;
  const text = useText();
  const format = useFormat();
  const { data } = useStations();
  const { facts } = alarm;
  const [term, ...others] = facts.terms;
  const next = data?.stations.find(({ id }) => id === alarm.stationId)?.nextContactAt ?? null;
  const { readAt, receivedAt, arrival } = facts;
  const delay = readAt === null || receivedAt === null ? 0 : Math.max(0, receivedAt - readAt);
  const withUnit = (number: string) => `${number}${term?.unit == null ? '' : ` ${term.unit}`}`;
  const limit = term === undefined ? '' : termLimit(term);
  const { system } = facts;
  const ofSystem: readonly (readonly [string, string])[] =
    system === undefined
      ? []
      : [
          [text('alarms.system.subject'), channelText(system.name, text)],
          [text('alarms.system.from'), clockText(system.from, now, zone, format)],
          [text('alarms.system.to'), system.to === null ? '–' : clockText(system.to, now, zone, format)],
          ...(system.answer === '' ? [] : [[text('alarms.system.answer'), system.answer] as const]),
        ];
  const ofTerm: readonly (readonly [string, string])[] = [
    [
      text('alarms.facts.value'),
      term === undefined || alarm.isBlind || !hasNumber(term) ? '–' : withUnit(termValue(term)),
    ],
    [
      text('alarms.facts.limit'),
      limit === '' ? '–' : `${term?.side === 'below' ? '<' : '>'} ${withUnit(limit)}`,
    ],
    [text('alarms.facts.rule'), ruleText(alarm, text)],
    [text('alarms.facts.reading'), readAt === null ? '–' : clockText(readAt, now, zone, format)],
    [
      text('alarms.facts.arrival'),
      arrival === null
        ? text('alarms.arrival.none')
        : text(`alarms.arrival.${arrival}`, { delay: spanOf(delay, format) }),
    ],
    [text('alarms.facts.next'), next === null ? '–' : clockText(next, now, zone, format)],
  ];
  return (
    <>
      <dl className="afacts">
        {(system === undefined ? ofTerm : ofSystem).map(([name, value]) => (
          <div key={name} className="yields">
            <dt className="dim text-11 ellipsis">{name}</dt>
            <dd className="strong num text-12 ellipsis" title={value}>
              {value}
            </dd>
          </div>
        ))}
      </dl>
      {others.length > 0 && (
        <p className="adetail__more text-12 dim num">
          {text('alarms.otherTerms')}: {others.map((other) => limitText(other, text)).join(' · ')}
        </p>
      )}
      {facts.card !== '' && (
        <section className="adetail__card text-12">
          <h3 className="dim text-11">{text('alarms.card')}</h3>
          <p>{facts.card}</p>
        </section>
      )}
    </>
  );
}
