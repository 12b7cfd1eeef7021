import { useCallback, useMemo, useState } from 'react';
import { history as historyCommands } from '../../../../commands/history.ts';
import { groupBy } from '../../../base/group.ts';
import { callOf } from '../../../command/command.ts';
import { rowMessage } from '../../../derive/messages.ts';
import { MultiChoice } from '../../components/choice/MultiChoice.tsx';
import { TreeChoice } from '../../components/choice/TreePicker.tsx';
import { useCommands } from '../../components/commands.tsx';
import { useText } from '../../components/i18n.ts';
import { useOffer } from '../../components/screen.ts';
import { useStationTree } from '../../state/folders/pick.ts';
import { channelKey, type seriesOf } from './lines.ts';

const stationId = ({ id }: { readonly id: number }) => id;
/** Stations that the address can name. */
const mostNamed = 100;

/** The two choices of history data: stations by project, channels by the catalogue's rows. */
export function Pickers(props: {
  readonly stations: readonly number[];
  readonly channels: readonly string[];
  readonly series: ReturnType<typeof seriesOf>['stations'];
  readonly onStation: (id: number) => void;
  readonly onStations: (ids: readonly number[]) => void;
  readonly onChannel: (channel: string) => void;
  readonly onClear: () => void;
}) {
  const { stations, channels, series, onStation, onStations, onChannel, onClear } = props;
  const text = useText();
  const commands = useCommands();
  const [open, setOpen] = useState<'stations' | 'channels' | null>(null);
  const close = useCallback(() => setOpen(null), []);

  const tree = useStationTree({ text, value: stationId });
  const byRow = useMemo(() => {
    const entries = series.flatMap(({ series: own }) => own);
    return [...groupBy(entries, (entry) => entry.row)].map(([row, members]) => ({
      label: text(rowMessage(row)),
      items: [...groupBy(members, channelKey)].map(([value, [first]]) => ({
        value,
        label: first === undefined ? value : text(first.series.heading),
        note: first?.series.unit ?? '',
      })),
    }));
  }, [series, text]);

  useOffer(historyCommands.chooseStations, () => setOpen(open === 'stations' ? null : 'stations'));
  useOffer(historyCommands.chooseChannels, () => setOpen(open === 'channels' ? null : 'channels'));
  useOffer(historyCommands.station, (args) => onStation(args.stationId));
  useOffer(historyCommands.stations, ({ stationIds, on }) => {
    const rest = stations.filter((id) => !stationIds.includes(id));
    onStations(on ? [...rest, ...stationIds].slice(0, mostNamed) : rest);
  });
  useOffer(historyCommands.channel, ({ channel }) => onChannel(channel), {
    choices: () =>
      byRow.flatMap(({ label: row, items }) =>
        items.map(({ value, label }) => ({ value, label: `${row} – ${label}` })),
      ),
  });
  useOffer(historyCommands.clear, onClear);

  return (
    <>
      <TreeChoice
        label={text('history.stations', { count: stations.length })}
        icon="map-pin"
        toggle={callOf(historyCommands.chooseStations)}
        open={open === 'stations'}
        onClose={close}
        search={text('history.searchStations')}
        none={text('history.noMatch')}
        tree={tree}
        chosen={useMemo(() => new Set(stations), [stations])}
        onPick={(values, on) => {
          const [only] = values;
          if (values.length === 1 && only !== undefined)
            commands.run(historyCommands.station, { stationId: only }, 'button');
          else commands.run(historyCommands.stations, { stationIds: values, on }, 'button');
        }}
      />
      <MultiChoice
        label={text('history.channels', { count: channels.length })}
        icon="line-chart"
        toggle={callOf(historyCommands.chooseChannels)}
        open={open === 'channels'}
        onClose={close}
        search={text('history.searchChannels')}
        none={text(stations.length === 0 ? 'history.none.title' : 'history.noMatch')}
        groups={byRow}
        chosen={useMemo(() => new Set(channels), [channels])}
        onToggle={(channel) => commands.run(historyCommands.channel, { channel }, 'button')}
      />
    </>
  );
}
