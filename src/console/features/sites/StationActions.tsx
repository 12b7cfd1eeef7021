import { stations as stationCommands } from '../../../../commands/stations/index.ts';
import { CommandButton } from '../../components/commands.tsx';
import { useText } from '../../components/i18n.ts';

/** Links from a node of the tree to the page of its station and to the station's command control. */
export function StationActions({ stationId }: { readonly stationId: number }) {
  const text = useText();
  return (
    <div className="form__foot sites__actions row wrap gap-8">
      <CommandButton
        command={stationCommands.open}
        args={{ stationId }}
        icon="map-pin"
        label={text('command.stations.open')}
      />
      <CommandButton
        command={stationCommands.open}
        args={{ stationId, tab: 'commands' }}
        icon="sliders"
        label={text('station.tab.commands')}
      />
    </div>
  );
}
