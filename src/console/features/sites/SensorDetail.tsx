import { stations as stationCommands } from '../../../../commands/stations/index.ts';
import { retireSensor } from '../../../contract/sites/sites.ts';
import { CommandButton } from '../../components/commands.tsx';
import { useText } from '../../components/i18n.ts';
import { Panel } from '../../components/Panel.tsx';
import { request } from '../../state/connection/client.ts';
import { isOfFormula } from '../../state/own-kinds.ts';
import { Retire } from './Retire.tsx';
import { SensorForm } from './SensorForm.tsx';
import { StationActions } from './StationActions.tsx';
import type { Sites } from './tree/nodes.ts';

type Station = Sites['stations'][number];
type Rtu = NonNullable<Station['rtu']>;

/** A sensor: its form, or what makes it where that is a formula. */
export function SensorDetail(props: {
  readonly station: Station;
  readonly rtu: Rtu;
  readonly sensor: Rtu['sensors'][number];
  readonly companyId: number | null;
  /** Another one is another form. */
  readonly formKey: string;
}) {
  const { station, rtu, sensor, companyId, formKey } = props;
  const text = useText();
  if (isOfFormula(sensor.kind)) {
    return (
      <Panel title={`${station.code} · ${text('sites.sensor')} ${sensor.slot}`}>
        <p className="dim">{text('formulas.byFormula')}</p>
        <div className="form__foot row wrap gap-8">
          <CommandButton
            command={stationCommands.formulas}
            args={{ stationId: station.id }}
            icon="function"
            label={text('formulas.title')}
          />
        </div>
      </Panel>
    );
  }
  return (
    <Panel title={`${station.code} · ${text('sites.sensor')} ${sensor.slot}`}>
      {station.retiredAt === null && <StationActions stationId={station.id} />}
      <SensorForm key={formKey} sensor={sensor} rtu={rtu} companyId={companyId} onMade={() => undefined} />
      <Retire
        what="sensor"
        name={`${station.code} · ${sensor.slot}`}
        retiredAt={sensor.retiredAt}
        zone={station.timeZone}
        retire={(retired) => request(retireSensor, { params: { sensorId: sensor.id }, body: { retired } })}
      />
    </Panel>
  );
}
