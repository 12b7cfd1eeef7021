import { Command as Cmdk } from 'cmdk';
import type { StationSummary } from '../../../../contract/sites/stations.ts';
import { Icon } from '../../../components/Icon.tsx';
import { useText } from '../../../components/i18n.ts';
import type { NamedStation } from './named.ts';

const mostListed = 20;

/** The stations that a sentence can mean, none of them chosen; where there are none, that. */
export function Unclear(props: {
  readonly named: NamedStation;
  readonly onName: (station: StationSummary) => void;
}) {
  const { stationText, found, total } = props.named;
  const text = useText();
  return (
    <Cmdk.List className="palette__list scroll">
      <p className="palette__hint dim" role="alert">
        {found.length === 0
          ? text('sentence.alarm.unknownStation', { named: stationText })
          : text('sentence.which', { named: stationText, count: total })}{' '}
        {text('sentence.alarm.nothingDone')}
      </p>
      {found.slice(0, mostListed).map((station) => (
        <Cmdk.Item
          key={station.id}
          value={`station ${station.id}`}
          className="palette__row one-line grid"
          onSelect={() => props.onName(station)}
        >
          <Icon name="map-pin" />
          <span className="palette__title column yields">
            <span className="ellipsis">{`${station.code} ${station.name}`}</span>
          </span>
        </Cmdk.Item>
      ))}
    </Cmdk.List>
  );
}
