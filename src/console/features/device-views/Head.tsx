import { type Ref, useMemo } from 'react';
import { devices as commandsOf } from '../../../../commands/devices.ts';
import { deviceViews } from '../../../derive/device-views/views.ts';
import { CommandButton, useCommands } from '../../components/commands.tsx';
import { SearchField, Segmented, Select } from '../../components/fields.tsx';
import { useText } from '../../components/i18n.ts';
import { useStations } from '../../state/sites/stations.ts';
import { ConditionGlyph, useConditionWord } from './Condition.tsx';
import { conditionOf, type DeviceCondition, type DeviceLine } from './lines.ts';
import type { Looked } from './use-view.ts';

/** Conditions that are counted in the bar; the others are asked for by nobody. */
const counted: readonly DeviceCondition[] = [
  'lv4',
  'lv3',
  'lv2',
  'lv1',
  'deviceAlarm',
  'silent',
  'late',
  'fault',
];

/** Kinds of which the fleet has devices, and the views of several of them. */
export function useKindChoices() {
  const text = useText();
  const { data } = useStations();
  return useMemo(() => {
    const present = new Set((data?.stations ?? []).flatMap(({ kinds }) => kinds));
    return deviceViews
      .filter(({ kinds }) => kinds === null || kinds.some((code) => present.has(code)))
      .map(({ id, title }) => ({ value: id, label: text(title) }));
  }, [data, text]);
}

/** Which kind is shown, how, and what of it. */
export function Head(props: {
  readonly looked: Looked;
  readonly all: readonly DeviceLine[];
  readonly shown: number;
  readonly marked: number;
  readonly field: Ref<HTMLInputElement>;
  readonly onText: (text: string) => void;
}) {
  const { looked, all, shown, marked } = props;
  const text = useText();
  const commands = useCommands();
  const word = useConditionWord();
  const { data } = useStations();
  const kinds = useKindChoices();
  const current = looked.view?.id ?? '';
  const options =
    looked.view === undefined || kinds.some(({ value }) => value === current)
      ? kinds
      : [...kinds, { value: current, label: text(looked.view.title) }];
  const counts = new Map<DeviceCondition, number>();
  for (const line of all) counts.set(conditionOf(line), (counts.get(conditionOf(line)) ?? 0) + 1);
  const chips = counted.filter((condition) => counts.has(condition) || looked.condition === condition);
  const projects = [
    { value: '', label: text('home.allProjects') },
    ...(data?.projects ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
  ];
  const isFiltered = looked.text !== '' || looked.condition !== '' || looked.projectId !== null;
  return (
    <>
      <header className="panel__head dv__bar row wrap">
        <h2>{looked.view === undefined ? text('page.deviceKinds') : text(looked.view.title)}</h2>
        <span className="dim text-12 num">{text('table.showing', { shown, total: all.length })}</span>
        <Select
          label={text('argument.deviceView')}
          value={current}
          options={options}
          onChange={(view) => commands.run(commandsOf.kind, { view }, 'button')}
        />
        <span className="grow" />
        {marked > 0 && (
          <CommandButton
            command={commandsOf.set}
            look="primary"
            icon="sliders"
            label={text('deviceViews.setMarked', { count: marked })}
          />
        )}
        <Segmented
          label={text('argument.shownAs')}
          value={looked.as}
          options={(['table', 'multiples'] as const).map((as) => ({
            value: as,
            label: text(`deviceViews.as.${as}`),
          }))}
          onChange={(as) => commands.run(commandsOf.show, { as }, 'button')}
        />
        <CommandButton command={commandsOf.save} icon="download" label={text('deviceViews.export')} />
      </header>
      <div className="dv__filters row wrap raised">
        {chips.map((condition) => (
          <button
            key={condition}
            type="button"
            className="dv__chip row gap-6"
            aria-pressed={looked.condition === condition}
            onClick={() =>
              commands.run(
                commandsOf.filter,
                { by: 'state', value: looked.condition === condition ? '' : condition },
                'button',
              )
            }
          >
            <ConditionGlyph condition={condition} hollow={false} />
            <span>{word(condition)}</span>
            <b className="num">{counts.get(condition) ?? 0}</b>
          </button>
        ))}
        {projects.length > 2 && (
          <Select
            label={text('argument.project')}
            value={String(looked.projectId ?? '')}
            options={projects}
            onChange={(value) => commands.run(commandsOf.filter, { by: 'project', value }, 'button')}
          />
        )}
        <Segmented
          label={text('argument.range')}
          value={looked.span}
          options={(['day', 'week'] as const).map((span) => ({
            value: span,
            label: text(`deviceViews.span.${span}`),
          }))}
          onChange={(span) => commands.run(commandsOf.span, { span }, 'button')}
        />
        {looked.as === 'multiples' && (
          <Segmented
            label={text('argument.scale')}
            value={looked.scale}
            options={(['own', 'common'] as const).map((scale) => ({
              value: scale,
              label: text(`deviceViews.scale.${scale}`),
            }))}
            onChange={(scale) => commands.run(commandsOf.scale, { scale }, 'button')}
          />
        )}
        <span className="grow" />
        {isFiltered && (
          <CommandButton
            command={commandsOf.filter}
            args={{ by: 'all', value: '' }}
            icon="x"
            look="ghost"
            label={text('matrix.showAll')}
          />
        )}
        <SearchField
          ref={props.field}
          label={text('deviceViews.search')}
          keys="/"
          value={looked.text}
          onChange={props.onText}
        />
      </div>
    </>
  );
}
