import { useMemo } from 'react';
import { useSnapshot } from 'valtio';
import { Icon } from '../../components/Icon.tsx';
import { useFormat, useText } from '../../components/i18n.ts';
import { primaryOfRow } from '../../components/values/reading-text.ts';
import { useNow } from '../../state/connection/clock.ts';
import { live } from '../../state/connection/live.ts';
import { useStations } from '../../state/sites/stations.ts';

const shown = 5;

/** The foot of the window: how the stream stands, what came last, the time. */
export default function LiveStrip() {
  const text = useText();
  const format = useFormat();
  const { status, rate, recent } = useSnapshot(live);
  const { data } = useStations();
  const now = useNow(1000);
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const stations = useMemo(
    () => new Map((data?.stations ?? []).map((station) => [station.id, station])),
    [data],
  );
  return (
    <section className="strip row gap-12 clips one-line inset paper text-12" aria-label={text('live.label')}>
      <span className={`strip__state row gap-6 rigid dim strip__state--${status}`}>
        {status === 'lost' ? <Icon name="wifi-off" /> : <span className="strip__pulse" />}
        {text(`live.${status}`)}
        {status === 'open' && (
          <span className="num faint">{text('live.rate', { rate: format.number(rate, 0) })}</span>
        )}
      </span>
      <div className="strip__events grow yields clips flex">
        {recent.slice(0, shown).map((reading) => {
          const station = stations.get(reading.stationId);
          if (station === undefined) return null;
          return (
            <span
              key={`${reading.sourceId} ${reading.row} ${reading.element} ${reading.t}`}
              className="strip__event row gap-6 inset dim"
            >
              <span className="num faint">{format.time(reading.receivedAt, zone, 'time')}</span>
              <b className="num strong">{station.code}</b>
              <span>{primaryOfRow(reading.row, reading.values, text)}</span>
            </span>
          );
        })}
      </div>
      <span className="num rigid">
        {format.time(now, zone, 'full')} <span className="faint">{format.offset(zone, now)}</span>
      </span>
    </section>
  );
}
