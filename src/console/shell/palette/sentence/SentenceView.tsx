import { Command as Cmdk } from 'cmdk';
import { type RefObject, useEffect, useState } from 'react';
import { groups } from '../../../../catalogue/index.ts';
import type { ParameterValue } from '../../../../catalogue/model.ts';
import { fieldMessage, groupMessage } from '../../../../derive/messages.ts';
import { rangesText } from '../../../../domain/parameters/parameter-rules.ts';
import { useValueText } from '../../../components/fields/use-value-text.ts';
import { Icon } from '../../../components/Icon.tsx';
import { useText } from '../../../components/i18n.ts';
import type { PanelGroup } from '../../../features/parameters/use-panel.ts';
import { notify } from '../../../state/notices.ts';
import { Preview } from './Preview.tsx';
import type { Sentence, SentenceReading } from './parse.ts';
import { type Line, type Lines, lineAt } from './use-lines.ts';

/** A part of a sentence with its name. */
export function Part({ label, children }: { readonly label: string; readonly children: string }) {
  return (
    <span className="sentence__part raised text-11">
      <span className="faint">{label}</span>
      <b>{children}</b>
    </span>
  );
}

/** The text of a reading: "Set send cycle of YN-0123 to 600 s". */
function useReadingText() {
  const text = useText();
  const valueText = useValueText();
  return ({ entry, field, value }: SentenceReading, station: string) =>
    text(value === undefined ? 'sentence.setField' : 'sentence.set', {
      field: text(fieldMessage(entry.group, field.id)),
      station,
      value: value === undefined ? '' : valueText(field, value),
    });
}

/** A sentence as its parts, the ways to read it, and what the chosen one would do. */
export function SentenceView(props: {
  readonly sentence: Sentence;
  readonly lines: Lines;
  readonly now: number;
  /** Goes on with arguments of `parameters.set`; what is missing is asked for. */
  readonly onSet: (args: Readonly<Record<string, unknown>>) => void;
  /** Adds a set to the current plan: its arguments are those of `plans.add`. */
  readonly onPlan: (args: Readonly<Record<string, unknown>>) => void;
  /** Stations that are ticked and meant together, where the sentence names none. */
  readonly ticked: readonly number[];
  /** Makes a plan for the ticked stations: its arguments are those of `plans.create`. */
  readonly onPlanOfMany: (args: Readonly<Record<string, unknown>>) => void;
  /** The row that is chosen, by its value. */
  readonly selected: string;
  /** Filled with what adds the chosen reading to the plan. */
  readonly plan: RefObject<(() => void) | null>;
}) {
  const { sentence, now, lines } = props;
  const { isComing } = lines;
  const text = useText();
  const valueText = useValueText();
  const readingText = useReadingText();
  const { station } = sentence;
  const isOfMany = props.ticked.length > 1;
  const whose = isOfMany
    ? text('palette.ticked', { count: props.ticked.length })
    : station === null
      ? text('sentence.noStation')
      : `${station.code} ${station.name}`;
  const [first, ...others] = lines.all;
  const chosen = lineAt(lines.all, props.selected);
  const best = chosen?.reading;
  /** What was pressed while the device's parameters were still on their way: done as they come. */
  const [owed, setOwed] = useState<{ readonly action: 'set' | 'plan'; readonly key: string } | null>(null);
  const choose = ({ reading, group, key }: Line) => {
    if (isComing) return setOwed({ action: 'set', key });
    const wrong = sentence.valueText !== '' && (reading.value === undefined || reading.problem !== null);
    if (isOfMany && reading.value !== undefined && !wrong)
      return props.onPlanOfMany({
        stations: props.ticked,
        parameter: `${reading.entry.group}.${reading.field.id}`,
        value: sentence.valueText,
      });
    if (station === null || group === undefined || wrong) return notify('info', text('sentence.cannot'));
    const value = reading.value === undefined ? {} : { value: reading.value };
    props.onSet({ stationId: station.id, group: group.path, field: reading.field.id, ...value });
  };
  useEffect(() => {
    props.plan.current = () => {
      if (isComing) return setOwed({ action: 'plan', key: '' });
      const { group, reading } = chosen ?? {};
      if (station === null || group === undefined || reading?.value === undefined || reading.problem !== null)
        return notify('info', text('sentence.cannot'));
      if (reading.field.type === 'secret') return notify('info', text('plans.secretAlone'));
      props.onPlan({
        stationId: station.id,
        group: group.path,
        field: reading.field.id,
        value: reading.value,
      });
    };
    return () => {
      props.plan.current = null;
    };
  });
  useEffect(() => {
    if (owed === null || isComing) return;
    setOwed(null);
    const line = lineAt(lines.all, owed.key);
    if (owed.action === 'plan') props.plan.current?.();
    else if (line !== undefined) choose(line);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another sentence is owed nothing
  useEffect(() => setOwed(null), [station?.id, sentence.valueText]);
  const name = (group: PanelGroup | undefined) =>
    [whose, ...(group === undefined || group.slot === null ? [] : [group.device])].join(' · ');
  const row = (line: Line) => (
    <Cmdk.Item
      key={line.key}
      value={line.key}
      className="palette__row one-line grid"
      onSelect={() => choose(line)}
    >
      <Icon name="sliders" />
      <span className="palette__title column yields">
        <span className="ellipsis">{readingText(line.reading, name(line.group))}</span>
      </span>
      <span className="palette__note num clips text-12 dim">
        {line.reading.field.type === 'number' && (
          <span className="faint">{rangesText(line.reading.field)}</span>
        )}
      </span>
    </Cmdk.Item>
  );
  const shownValue = (value: ParameterValue | undefined) =>
    value === undefined || best === undefined ? '' : valueText(best.field, value);
  return (
    <>
      <div className="sentence__parts wrap gap-8 flex">
        <Part label={text('sentence.part.verb')}>{sentence.verb || text('palette.verb.set')}</Part>
        {(station !== null || isOfMany) && (
          <Part label={text('argument.station')}>{isOfMany ? whose : `@${whose}`}</Part>
        )}
        {best !== undefined && (
          <Part label={text(groupMessage(groups[best.entry.group].id))}>
            {text(fieldMessage(best.entry.group, best.field.id))}
          </Part>
        )}
        {sentence.valueText !== '' && (
          <Part label={text('argument.value')}>
            {best?.value === undefined
              ? sentence.valueText
              : `${sentence.valueText} = ${shownValue(best.value)}`}
          </Part>
        )}
      </div>
      <div className="sentence grid">
        <Cmdk.List className="palette__list scroll">
          {first === undefined ? (
            <p className="palette__hint dim">
              {text(sentence.fieldText === '' ? 'sentence.nameField' : 'sentence.noField', {
                field: sentence.fieldText,
              })}
            </p>
          ) : (
            <Cmdk.Group heading={text('sentence.readsAs')}>{row(first)}</Cmdk.Group>
          )}
          {others.length > 0 && <Cmdk.Group heading={text('sentence.also')}>{others.map(row)}</Cmdk.Group>}
        </Cmdk.List>
        {chosen !== undefined && (
          <Preview
            reading={chosen.reading}
            said={sentence.valueText}
            group={chosen.group}
            contact={lines.contact}
            station={station}
            now={now}
          />
        )}
      </div>
    </>
  );
}
