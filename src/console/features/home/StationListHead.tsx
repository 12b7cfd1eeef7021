import { useSnapshot } from 'valtio';
import { stations as stationCommands } from '../../../../commands/stations/index.ts';
import { CommandButton, useCommands } from '../../components/commands.tsx';
import { SearchField, Select } from '../../components/fields.tsx';
import { useText } from '../../components/i18n.ts';
import type { PanelState } from '../../state/panels.ts';
import { stationsView } from '../../state/sites/stations.ts';
import { PanelButtons } from './PanelButtons.tsx';

const sorts = ['worst', 'name', 'contact'] as const;

/** The head of the list of stations: how many are shown, what is done with those that are marked, filter and order. */
export function StationListHead(props: {
  readonly shown: number;
  readonly total: number;
  /** Ids of those that are marked. */
  readonly marks: ReadonlySet<number>;
  readonly phone: boolean;
  readonly state: PanelState;
}) {
  const { shown, total, marks, phone, state } = props;
  const text = useText();
  const commands = useCommands();
  const view = useSnapshot(stationsView);
  return (
    <header className="panel__head">
      <h2>{text('home.stations')}</h2>
      <span className="dim num slist__count text-12" aria-live="polite">
        {text('home.showing', { shown, total })}
        {marks.size > 0 && ` · ${text('home.marked', { count: marks.size })}`}
      </span>
      {marks.size > 0 && (
        <>
          <CommandButton
            command={stationCommands.curves}
            args={{ stationIds: [...marks] }}
            icon="line-chart"
            iconOnly
            look="ghost"
          />
          <CommandButton command={stationCommands.unmark} icon="x" iconOnly look="ghost" />
        </>
      )}
      <div className="slist__filter" data-station-filter>
        <SearchField
          label={text('home.filter')}
          keys="/"
          value={view.text}
          onChange={(value) => {
            stationsView.text = value;
          }}
        />
      </div>
      {!phone && (
        <Select
          label={text('home.sort')}
          icon="sort"
          value={view.sort}
          options={sorts.map((value) => ({ value, label: text(`home.sort.${value}`) }))}
          onChange={(by) => commands.run(stationCommands.sort, { by }, 'button')}
        />
      )}
      {!phone && <CommandButton command={stationCommands.export} icon="download" iconOnly look="ghost" />}
      {!phone && <PanelButtons panel="list" state={state} />}
    </header>
  );
}
