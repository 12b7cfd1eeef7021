import type { ReactNode } from 'react';
import { groups } from '../../../../catalogue/index.ts';
import type { ParameterValue } from '../../../../catalogue/model.ts';
import type { StationSummary } from '../../../../contract/sites/stations.ts';
import { fieldMessage, groupMessage } from '../../../../derive/messages.ts';
import { checkGroup } from '../../../../domain/parameters/parameter-rules.ts';
import { useBoundsText } from '../../../components/fields/use-bounds-text.ts';
import { useProblemText } from '../../../components/fields/use-problem-text.ts';
import { useValueText } from '../../../components/fields/use-value-text.ts';
import { Icon } from '../../../components/Icon.tsx';
import { useFormat, useText } from '../../../components/i18n.ts';
import type { PanelGroup } from '../../../features/parameters/use-panel.ts';
import type { StationParameters } from '../../../state/devices/parameters.ts';
import type { SentenceReading } from './parse.ts';

/** A fact with its name. */
export function Fact({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div className="preview__fact gap-8 text-12 grid">
      <dt>{label}</dt>
      <dd className="num">{children}</dd>
    </div>
  );
}

/** What a reading of a sentence would do to its station: from, to, bounds, rules, cost, when it lands. */
export function Preview(props: {
  readonly reading: SentenceReading;
  /** The value as it was typed; empty while none is. */
  readonly said: string;
  /** The device's group as it is known; undefined while it is not. */
  readonly group: PanelGroup | undefined;
  readonly contact: StationParameters['contact'];
  readonly station: StationSummary | null;
  readonly now: number;
}) {
  const { reading, said, group, contact, station, now } = props;
  const { entry, field, value } = reading;
  const text = useText();
  const format = useFormat();
  const bounds = useBoundsText();
  const valueText = useValueText();
  const definition = group?.definition ?? groups[entry.group];
  const words = useProblemText(entry.group, definition.fields);
  const state = group?.states[field.id];
  const before = state === undefined || state.at === null ? undefined : state.value;
  const problems =
    value === undefined ? [] : checkGroup(definition, { [field.id]: value }, group?.known ?? {});
  const zone = station?.timeZone ?? 'UTC';
  const perDay = (cycle: ParameterValue | undefined) =>
    typeof cycle === 'number' && cycle > 0 ? format.number(86_400 / cycle, 0) : '–';
  const canOpen = value !== undefined && group !== undefined && problems.length === 0;
  return (
    <section className="preview" aria-label={text('sentence.preview')}>
      <p className="faint">
        {text(fieldMessage(entry.group, field.id))} · {text(groupMessage(entry.group))}
        {station !== null && ` · ${station.code} ${station.name}`}
      </p>
      <p className="preview__change num row">
        {before !== undefined && <s>{valueText(field, before)}</s>}
        {before !== undefined && value !== undefined && <Icon name="chevron-right" />}
        {value !== undefined && <b>{valueText(field, value)}</b>}
      </p>
      {said !== '' && value === undefined && (
        <p className="field__error" role="alert">
          <Icon name="circle-alert" />
          {text('sentence.noValue', {
            said,
            field: text(fieldMessage(entry.group, field.id)),
            bounds: bounds(entry.group, field),
          })}
        </p>
      )}
      {problems.map((problem) => (
        <p key={`${problem.field} ${problem.reason}`} className="field__error" role="alert">
          <Icon name="circle-alert" />
          {words.problem(problem)}
        </p>
      ))}
      <dl className="terms">
        <Fact label={text('preview.bounds')}>{bounds(entry.group, field)}</Fact>
        <Fact label={text('preview.onDevice')}>
          {before === undefined || state === undefined || state.at === null ? (
            text('preview.notRead')
          ) : (
            <>
              <b>{valueText(field, before)}</b>
              {text('preview.age', {
                time: format.time(state.at, zone, 'minute'),
                age: format.duration(now - state.at),
              })}
            </>
          )}
        </Fact>
        {state?.pending != null && (
          <Fact label={text('parameters.pending')}>
            <b>{valueText(field, state.pending.value)}</b>
          </Fact>
        )}
        {field.id === 'sendCycle' && entry.group === 'rtu' && (
          <Fact label={text('preview.reports')}>
            {perDay(before)} → <b>{perDay(value)}</b>
          </Fact>
        )}
        {contact !== null && (
          <Fact label={text('preview.landsAt')}>
            {contact.plusMinus === 0 || contact.at <= now ? (
              text('parameters.atOnce')
            ) : (
              <>
                <b>{format.time(contact.at, zone, 'minute')}</b> ± {format.duration(contact.plusMinus)} ·{' '}
                {format.countdown(contact.at - now)}
              </>
            )}
          </Fact>
        )}
        {field.stranding === true && (
          <Fact label={text('preview.stranding')}>{text('preview.stranding.text')}</Fact>
        )}
      </dl>
      <p className="preview__why gap-8 text-12 dim flex">
        <Icon name="lock" />
        {text(canOpen ? 'sentence.open' : 'sentence.cannot')}
      </p>
    </section>
  );
}
