import { commands as orderCommands } from '../../../../commands/commands/index.ts';
import { stations as stationCommands } from '../../../../commands/stations/index.ts';
import { kindByCode } from '../../../catalogue/index.ts';
import type { StationSummary } from '../../../contract/sites/stations.ts';
import { flagMessage, kindMessage } from '../../../derive/messages.ts';
import { CommandButton } from '../../components/commands.tsx';
import { Glyph } from '../../components/Glyph.tsx';
import { useFormat, useText } from '../../components/i18n.ts';
import { ScrollRegion } from '../../components/ScrollRegion.tsx';
import { spanOf } from '../../components/values/span.ts';
import type { Battery, FaultFlag } from '../../state/devices/faults.ts';

type Stations = ReadonlyMap<number, StationSummary>;
const shown = 200;
/** Days from which on a battery is no worry. */
const calm = 365;
const soon = 30;

/** What answers a flag: an order where one does, else the page that shows what is wrong. */
function NextStep({ flag }: { readonly flag: FaultFlag }) {
  const text = useText();
  const { stationId } = flag;
  if (flag.flag === 'clock' || flag.flag === 'storage') {
    const command = flag.flag === 'clock' ? 'syncClock' : 'clearData';
    return (
      <CommandButton
        command={orderCommands.send}
        args={{ stationId, device: 'rtu', command }}
        label={text(`faults.step.${flag.flag}`)}
        look="ghost"
      />
    );
  }
  const tab = flag.flag.startsWith('center')
    ? 'commands'
    : flag.flag === 'batteryVoltage' || flag.flag === 'outputVoltage' || flag.flag === 'signalQuality'
      ? 'curve'
      : 'latest';
  return (
    <CommandButton
      command={stationCommands.open}
      args={{ stationId, tab }}
      label={text(`faults.step.${tab}`)}
      look="ghost"
    />
  );
}

const codeOf = (stations: Stations, id: number) => stations.get(id)?.code ?? String(id);

/** What reports a fault now, the newest first. */
export function Flags({
  flags,
  stations,
  now,
}: {
  readonly flags: readonly FaultFlag[];
  readonly stations: Stations;
  readonly now: number;
}) {
  const text = useText();
  const format = useFormat();
  return (
    <section className="panel column" aria-label={text('faults.flags')}>
      <header className="panel__head row gap-8">
        <h2>{text('faults.flags')}</h2>
        <span className="dim text-12 num">{text('faults.open', { count: flags.length })}</span>
      </header>
      {flags.length === 0 ? (
        <p className="faults__empty dim">{text('faults.noFlags')}</p>
      ) : (
        <ScrollRegion className="scroll" label={text('faults.flags')}>
          <table className="faults__table text-12">
            <thead>
              <tr>
                <th>{text('faults.flag')}</th>
                <th>{text('matrix.station')}</th>
                <th>{text('faults.since')}</th>
                <th>{text('faults.next')}</th>
              </tr>
            </thead>
            <tbody>
              {flags.slice(0, shown).map((flag) => (
                <tr key={`${flag.stationId}/${flag.slot}/${flag.flag}`}>
                  <td>
                    <span className="row gap-6 state--fault">
                      <Glyph state="fault" />
                      {flag.flag === 'runState'
                        ? text('faults.sensorFault')
                        : text(flagMessage('status', flag.flag))}
                      {flag.slot !== null && flag.kind !== null && (
                        <small className="faint">
                          {`${flag.slot} ${text(kindMessage(kindByCode(flag.kind)?.id ?? 'none'))}`}
                        </small>
                      )}
                    </span>
                  </td>
                  <td className="num strong">{codeOf(stations, flag.stationId)}</td>
                  <td
                    className="num"
                    title={
                      flag.since === null
                        ? ''
                        : format.time(flag.since, stations.get(flag.stationId)?.timeZone ?? 'UTC', 'full')
                    }
                  >
                    {flag.since === null ? '–' : spanOf(now - flag.since, format)}
                  </td>
                  <td>
                    <NextStep flag={flag} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollRegion>
      )}
    </section>
  );
}

/** Batteries that end first. */
export function Batteries({
  batteries,
  stations,
  now,
}: {
  readonly batteries: readonly Battery[];
  readonly stations: Stations;
  readonly now: number;
}) {
  const text = useText();
  const format = useFormat();
  const lowOn = ({ days, stationId }: Battery) => {
    if (days === null) return text('faults.unknown');
    if (days > calm) return text('faults.afterYear');
    const zone = stations.get(stationId)?.timeZone ?? 'UTC';
    return format.time(now + days * 86_400_000, zone, 'date');
  };
  return (
    <section className="panel column" aria-label={text('faults.batteries')}>
      <header className="panel__head row gap-8">
        <h2>{text('faults.batteries')}</h2>
        <span className="dim text-12">{text('faults.batteries.note')}</span>
      </header>
      {batteries.length === 0 ? (
        <p className="faults__empty dim">{text('faults.noBatteries')}</p>
      ) : (
        <ScrollRegion className="scroll" label={text('faults.batteries')}>
          <table className="faults__table text-12">
            <thead>
              <tr>
                <th>{text('matrix.station')}</th>
                <th className="faults__right">V</th>
                <th className="faults__right">{text('faults.limit')}</th>
                <th className="faults__right">{text('faults.lowOn')}</th>
              </tr>
            </thead>
            <tbody>
              {batteries.map((battery) => (
                <tr key={battery.stationId}>
                  <td className="num strong">{codeOf(stations, battery.stationId)}</td>
                  <td className="num faults__right">{format.number(battery.voltage, 2)}</td>
                  <td className="num faults__right dim">{format.number(battery.limit, 1)}</td>
                  <td
                    className={`num faults__right ${battery.days !== null && battery.days <= soon ? 'state--fault strong' : ''}`}
                  >
                    {lowOn(battery)}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollRegion>
      )}
    </section>
  );
}
