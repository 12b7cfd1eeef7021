import { stations as stationCommands } from '../../../../commands/stations/index.ts';
import { CommandButton, useCommands } from '../../components/commands.tsx';
import { Glyph } from '../../components/Glyph.tsx';
import { useText } from '../../components/i18n.ts';
import { useStations } from '../../state/sites/stations.ts';

/** On a phone: the next station of the list that one came from, and the ways to it and back. */
export function StationSteps() {
  const text = useText();
  const commands = useCommands();
  const { data } = useStations();
  const next = commands.context().stations.neighbour(1);
  const station = data?.stations.find(({ id }) => id === next);
  if (station === undefined) return null;
  return (
    <nav className="steps row gap-8 inset raised" aria-label={text('station.steps')}>
      <Glyph state={station.state} />
      <span className="grow yields">
        <span className="text-11 dim">{text('station.nextInList')}</span>
        <br />
        <b className="ellipsis strong">
          <span className="num">{station.code}</span> {station.name}
        </b>
      </span>
      <CommandButton command={stationCommands.previous} icon="chevron-left" iconOnly />
      <CommandButton command={stationCommands.next} icon="chevron-right" iconOnly />
    </nav>
  );
}
