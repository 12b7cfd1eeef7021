import { rows } from '../../../catalogue/index.ts';
import type { StationDetail } from '../../../contract/stations.ts';
import { flagMessage } from '../../../derive/messages.ts';
import { Fold } from '../../components/Fold.tsx';
import { Glyph } from '../../components/Glyph.tsx';
import { Icon } from '../../components/Icon.tsx';
import { useText } from '../../components/i18n.ts';
import { StatusFacts } from './StatusFacts.tsx';

const flags = rows.status.channels.flatMap((channel) => (channel.type === 'flagSet' ? channel.flags : []));

/** On a phone: what of the RTU is not normal, and below it, folded, all that it says of itself. */
export function RtuFold({ detail }: { readonly detail: StationDetail }) {
  const text = useText();
  const status = detail.rtu?.status;
  if (status === undefined || status === null) return <StatusFacts detail={detail} />;
  const bits = Number(status.values['runStatus'] ?? 0);
  const bad = flags.filter((_, bit) => Math.floor(bits / 2 ** bit) % 2 === 1);
  return (
    <Fold
      className="rtu-fold panel"
      head={
        <>
          <Icon name="cpu" />
          <span>
            <b className="strong">
              {bad.length === 0
                ? text('station.rtuNormal', { all: flags.length })
                : text('station.rtuNotNormal', { bad: bad.length, all: flags.length })}
            </b>
            {bad.length > 0 && (
              <span className="rtu-fold__bad text-12">
                {bad.map((flag) => (
                  <span key={flag} className="row gap-4">
                    <Glyph state="fault" />
                    {text(flagMessage('status', flag))}
                  </span>
                ))}
              </span>
            )}
          </span>
        </>
      }
    >
      <StatusFacts detail={detail} />
    </Fold>
  );
}
