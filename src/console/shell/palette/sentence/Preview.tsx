import type { ReactNode } from 'react';
import { enums, groups } from '../../../../catalogue/index.ts';
import type { ParameterField, ParameterValue } from '../../../../catalogue/model.ts';
import { fieldMessage, groupMessage, problemMessage } from '../../../../derive/messages.ts';
import { nextContact } from '../../../../domain/link-state.ts';
import { checkGroup, rangesText } from '../../../../domain/parameter-rules.ts';
import { Icon } from '../../../components/Icon.tsx';
import { useFormat, useText } from '../../../components/i18n.ts';
import { type StationDetail, type StationSummary, useStation } from '../../../state/stations.ts';
import type { Reading } from './parse.ts';
import { useValueText } from './use-value-text.ts';

/** What the RTU's newest status row tells of its own parameters. */
function known(detail: StationDetail | undefined): Readonly<Record<string, ParameterValue>> {
  return detail?.rtu?.status?.values ?? {};
}

function Fact({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div className="preview__fact">
      <dt>{label}</dt>
      <dd className="num">{children}</dd>
    </div>
  );
}

function Bounds({ field }: { readonly field: ParameterField }) {
  const text = useText();
  const valueText = useValueText();
  if (field.type === 'number')
    return <Fact label={text('preview.bounds')}>{field.choices?.join(', ') ?? rangesText(field)}</Fact>;
  if (field.type !== 'enum') return null;
  const { values } = enums[field.values];
  return (
    <Fact label={text('preview.bounds')}>{values.map((value) => valueText(field, value)).join(' · ')}</Fact>
  );
}

/** What a reading of a sentence would do to its station: from, to, bounds, rules, cost, when it lands. */
export function Preview(props: {
  readonly reading: Reading;
  readonly station: StationSummary | null;
  readonly now: number;
}) {
  const { reading, station, now } = props;
  const { entry, field, value } = reading;
  const text = useText();
  const format = useFormat();
  const valueText = useValueText();
  const { data: detail } = useStation(station?.id ?? 0, station !== null);
  const values = entry.group === 'rtu' ? known(detail) : {};
  const before = values[field.id];
  const problems = value === undefined ? [] : checkGroup(groups[entry.group], { [field.id]: value }, values);
  const fieldName = (id: string) => text(fieldMessage(entry.group, id.split('/').at(-1) ?? id));
  const next =
    station === null
      ? null
      : nextContact({
          now,
          lastContactAt: station.lastContactAt,
          sendCycle: station.sendCycle,
          jitter: station.jitter,
        });
  const zone = station?.timeZone ?? 'UTC';
  const status = detail?.rtu?.status;
  const perDay = (cycle: ParameterValue | undefined) =>
    typeof cycle === 'number' && cycle > 0 ? format.number(86_400 / cycle, 0) : '–';
  return (
    <section className="preview" aria-label={text('sentence.preview')}>
      <p className="faint">
        {text(fieldMessage(entry.group, field.id))} · {text(groupMessage(entry.group))}
        {station !== null && ` · ${station.code}`}
      </p>
      <p className="preview__change num">
        {before !== undefined && <s>{valueText(field, before)}</s>}
        {before !== undefined && value !== undefined && <Icon name="chevron-right" />}
        {value !== undefined && <b>{valueText(field, value)}</b>}
      </p>
      {problems.map((problem) => (
        <p key={`${problem.field} ${problem.reason}`} className="field__error" role="alert">
          <Icon name="circle-alert" />
          {text(problemMessage(problem.reason), {
            ...problem.params,
            ...('left' in problem.params ? { left: fieldName(String(problem.params['left'])) } : {}),
            ...('right' in problem.params ? { right: fieldName(String(problem.params['right'])) } : {}),
          })}
        </p>
      ))}
      <dl>
        <Bounds field={field} />
        <Fact label={text('preview.onDevice')}>
          {before === undefined || status == null ? (
            text('preview.notRead')
          ) : (
            <>
              <b>{valueText(field, before)}</b>
              {text('preview.age', {
                time: format.time(status.t, zone, 'minute'),
                age: format.duration(now - status.t),
              })}
            </>
          )}
        </Fact>
        {field.id === 'sendCycle' && entry.group === 'rtu' && (
          <Fact label={text('preview.reports')}>
            {perDay(before)} → <b>{perDay(value)}</b>
          </Fact>
        )}
        {next !== null && (
          <Fact label={text('preview.landsAt')}>
            <b>{format.time(next.at, zone, 'minute')}</b> ± {format.duration(next.plusMinus)}
            {next.at > now && ` · ${format.countdown(next.at - now)}`}
          </Fact>
        )}
        {field.stranding === true && (
          <Fact label={text('preview.stranding')}>{text('preview.stranding.text')}</Fact>
        )}
      </dl>
      <p className="preview__why">
        <Icon name="lock" />
        {text('sentence.notYet')}
      </p>
    </section>
  );
}
