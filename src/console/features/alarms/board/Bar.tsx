import type { Ref } from 'react';
import { alarms as alarmCommands } from '../../../../../commands/alarms/index.ts';
import { findings } from '../../../../base/alarm-words.ts';
import { CommandButton, useCommands } from '../../../components/commands.tsx';
import { MomentField } from '../../../components/fields/MomentField.tsx';
import { SearchField, Select } from '../../../components/fields.tsx';
import { Icon } from '../../../components/Icon.tsx';
import { useText } from '../../../components/i18n.ts';
import { LevelGlyph } from '../../../components/levels/LevelGlyph.tsx';
import { ranks } from '../../../components/levels/level-shapes.ts';
import { asks, shownRank } from '../../../state/alarms/order.ts';
import { useStations } from '../../../state/sites/stations.ts';
import { alarmsView } from '../view.ts';
import { useAlarmWords } from '../words/use-alarm-words.ts';
import { kindsOf, kindText } from './kinds.ts';
import type { AlarmBoard } from './use-board.ts';

/** Counters that choose a level, and the other filters. */
export function Bar({ board, field }: { readonly board: AlarmBoard; readonly field: Ref<HTMLInputElement> }) {
  const text = useText();
  const commands = useCommands();
  const words = useAlarmWords();
  const { data } = useStations();
  const { filters, account, view, listed, inTab } = board;
  const isClosed = filters.tab === 'closed';
  const mine = inTab.filter(({ assigned }) => assigned?.accountName === account).length;
  const projects = (data?.projects ?? []).filter(
    ({ id }) => id === filters.projectId || inTab.some(({ projectId }) => projectId === id),
  );
  const kinds = kindsOf([...inTab, ...(filters.kind === null ? [] : [{ kind: filters.kind }])]);
  return (
    <div className="aboard__bar row gap-6 raised underlined">
      <fieldset className="row gap-6" aria-label={text('alarms.levels')}>
        {ranks.map((rank) => (
          <button
            key={rank}
            type="button"
            className="achip"
            aria-pressed={filters.ranks.includes(rank)}
            title={words.level(rank)}
            onClick={() => commands.run(alarmCommands.level, { level: rank })}
          >
            <LevelGlyph rank={rank} />
            <span className="visually-hidden">{words.level(rank)}</span>
            <b className="num">{inTab.filter((alarm) => shownRank(alarm) === rank).length}</b>
          </button>
        ))}
      </fieldset>
      <i className="aboard__line" />
      {!isClosed && (
        <button
          type="button"
          className="achip"
          aria-pressed={filters.unanswered}
          onClick={() => commands.run(alarmCommands.unanswered)}
        >
          <Icon name="bell-ring" className="icon--small" />
          <span className="aboard__word">{text('alarms.unanswered')}</span>
          <span className="num dim">{inTab.filter(asks).length}</span>
        </button>
      )}
      {projects.length > 1 && (
        <Select
          label={text('alarms.project')}
          className="aboard__project"
          value={String(filters.projectId ?? '')}
          options={[
            { value: '', label: text('home.allProjects') },
            ...projects.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
          onChange={(value) =>
            commands.run(alarmCommands.project, { projectId: value === '' ? null : Number(value) })
          }
        />
      )}
      {kinds.length > 1 && (
        <Select
          label={text('argument.kind')}
          className="aboard__kind"
          value={String(filters.kind ?? '')}
          options={[
            { value: '', label: text('alarms.allKinds') },
            ...kinds.map((kind) => ({ value: String(kind), label: kindText(kind, text) })),
          ]}
          onChange={(value) =>
            commands.run(alarmCommands.kind, { kind: value === '' ? null : Number(value) })
          }
        />
      )}
      <button
        type="button"
        className="achip"
        aria-pressed={filters.mine}
        onClick={() => commands.run(alarmCommands.mine)}
      >
        <Icon name="user" className="icon--small" />
        <span className="aboard__word">{text('alarms.mine')}</span>
        <span className="num dim">{mine}</span>
      </button>
      {isClosed && (
        <>
          <Select
            label={text('argument.finding')}
            value={view.finding}
            options={(['any', ...findings] as const).map((finding) => ({
              value: finding,
              label: text(`alarms.findingFilter.${finding}`),
            }))}
            onChange={(finding) => commands.run(alarmCommands.finding, { finding })}
          />
          {(['from', 'to'] as const).map((name) => (
            <div key={name} className="row gap-4 text-12 dim">
              <span aria-hidden="true">{text(`alarms.${name}`)}</span>
              <MomentField
                label={text(`alarms.${name}`)}
                precision="day"
                value={view[name]}
                onChange={(value) => {
                  alarmsView[name] = value;
                }}
              />
            </div>
          ))}
        </>
      )}
      <span className="grow" />
      {(filters.ranks.length > 0 ||
        filters.unanswered ||
        filters.mine ||
        filters.projectId !== null ||
        filters.kind !== null) &&
        listed.length > 0 && (
          <CommandButton command={alarmCommands.clearFilters} icon="x" look="ghost" iconOnly />
        )}
      <div className="aboard__filter">
        <SearchField
          ref={field}
          label={text('alarms.filter')}
          keys="/"
          value={filters.text}
          onChange={(value) => {
            alarmsView.filters = { ...alarmsView.filters, text: value };
          }}
        />
      </div>
    </div>
  );
}
