import { Icon } from '../../components/Icon.tsx';
import { useText } from '../../components/i18n.ts';
import type { Siren } from '../../state/safety.ts';

/** Each siren with when it would sound: one that sleeps says in red when that is at the earliest. */
export function SirenReach(props: {
  readonly sirens: readonly Siren[];
  readonly at: (ms: number) => string;
}) {
  const { sirens, at } = props;
  const text = useText();
  return (
    <ul className="safety__sirens text-12">
      {sirens.map(({ rtuId, slot, stationCode, stationName, isAwake, earliest }) => (
        <li key={`${rtuId}/${slot}`} className="row gap-6 num">
          <Icon name="siren" className="icon--small" />
          <b className="strong">{stationCode}</b>
          <span className="ellipsis">{stationName}</span>
          <span className={isAwake === true ? 'safety__awake' : 'safety__asleep'}>
            {isAwake === true
              ? text('sirens.awake')
              : isAwake === null || earliest === null
                ? text('sirens.unknown')
                : text('sirens.asleep', { time: at(earliest.at) })}
          </span>
        </li>
      ))}
    </ul>
  );
}
