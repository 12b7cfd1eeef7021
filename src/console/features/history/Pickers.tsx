import { useCallback, useMemo, useState } from 'react';
import { history as historyCommands } from '../../../../commands/history.ts';
import { groupBy } from '../../../base/group.ts';
import { callOf } from '../../../command/command.ts';
import { rowMessage } from '../../../derive/messages.ts';
import { MultiChoice } from '../../components/choice/MultiChoice.tsx';
import { useCommands } from '../../components/commands.tsx';
import { useText } from '../../components/i18n.ts';
import { useOffer } from '../../components/screen.ts';
import { useStations } from '../../state/sites/stations.ts';
import { channelKey, type seriesOf } from './lines.ts';

const collator = new Intl.Collator(undefined, { numeric: true });

/** The two choices of history data: stations by project, channels by the catalogue's rows. */
export function Pickers(props: {
  readonly stations: readonly number[];
  readonly channels: readonly string[];
  readonly series: ReturnType<typeof seriesOf>['stations'];
  readonly onStation: (id: number) => void;
  readonly onChannel: (channel: string) => void;
  readonly onClear: () => void;
}) {
  const { stations, channels, series, onStation, onChannel, onClear } = props;
  const text = useText();
  const commands = useCommands();
  const { data } = useStations();
  const [open, setOpen] = useState<'stations' | 'channels' | null>(null);
  const close = useCallback(() => setOpen(null), []);

  const byProject = useMemo(() => {
    const groups = groupBy(data?.stations ?? [], (station) => station.projectId);
    return (data?.projects ?? []).map((project) => ({
      label: project.name,
      items: [...(groups.get(project.id) ?? [])]
        .sort((a, b) => collator.compare(a.code, b.code))
        .map(({ id, code, name, state }) => ({
          value: id,
          label: `${code} ${name}`,
          note: text(`state.${state}`),
        })),
    }));
  }, [data, text]);
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
  useOffer(historyCommands.station, ({ stationId }) => onStation(stationId));
  useOffer(historyCommands.channel, ({ channel }) => onChannel(channel), {
    choices: () =>
      byRow.flatMap(({ label: row, items }) =>
        items.map(({ value, label }) => ({ value, label: `${row} – ${label}` })),
      ),
  });
  useOffer(historyCommands.clear, onClear);

  return (
    <>
      <MultiChoice
        label={text('history.stations', { count: stations.length })}
        icon="map-pin"
        toggle={callOf(historyCommands.chooseStations)}
        open={open === 'stations'}
        onClose={close}
        search={text('history.searchStations')}
        none={text('history.noMatch')}
        groups={byProject}
        chosen={useMemo(() => new Set(stations), [stations])}
        onToggle={(stationId) => commands.run(historyCommands.station, { stationId }, 'button')}
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
