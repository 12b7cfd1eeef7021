import { sites as siteCommands } from '../../../../commands/sites.ts';
import { kindByCode } from '../../../catalogue/index.ts';
import { retireStation } from '../../../contract/sites/sites.ts';
import { kindMessage } from '../../../derive/messages.ts';
import { CommandButton } from '../../components/commands.tsx';
import { useText } from '../../components/i18n.ts';
import { Panel } from '../../components/Panel.tsx';
import { request } from '../../state/connection/client.ts';
import { ImportsPanel } from './ImportsPanel.tsx';
import { MaintenanceForm } from './MaintenanceForm.tsx';
import { MetricsPanel } from './MetricsPanel.tsx';
import { Retire } from './Retire.tsx';
import { RtuPanel } from './RtuPanel.tsx';
import { StationActions } from './StationActions.tsx';
import { StationForm } from './StationForm.tsx';
import { keyText, type Sites } from './tree/nodes.ts';

interface StationDetailProps {
  readonly data: Sites;
  readonly station: Sites['stations'][number];
  /** Stations in use without an RTU. */
  readonly free: Sites['stations'];
  /** An RTU that waits and is to be let in here. */
  readonly sn: string;
}

/** The RTU of a station, its metrics, sensors and imports. */
function Devices({ data, station, free, sn }: StationDetailProps) {
  const text = useText();
  return (
    <>
      {station.retiredAt === null && (
        <RtuPanel key={`rtu ${station.id}`} station={station} free={free} sn={sn} broker={data.broker} />
      )}
      {station.rtu !== null && station.retiredAt === null && (
        <MetricsPanel key={`metrics ${station.rtu.id}`} station={station} rtu={station.rtu} />
      )}
      {station.rtu !== null && (
        <Panel title={text('sites.sensors', { count: station.rtu.sensors.length })}>
          <div className="form__foot row wrap gap-8">
            <CommandButton
              command={siteCommands.add}
              args={{ what: 'sensor' }}
              icon="plus"
              label={text('sites.new.sensor')}
            />
            {station.rtu.sensors.map(({ id, slot, name, kind }) => (
              <CommandButton
                key={id}
                command={siteCommands.choose}
                args={{ node: keyText({ type: 'sensor', id }) }}
                look="ghost"
                label={`${slot} · ${name ?? text(kindMessage(kindByCode(kind)?.id ?? 'none'))}`}
              />
            ))}
          </div>
        </Panel>
      )}
      <ImportsPanel key={`imports ${station.id}`} station={station} />
    </>
  );
}

/** A station with its devices. */
export function StationDetail(
  props: StationDetailProps & {
    /** Its RTU is what was chosen. */
    readonly isRtu: boolean;
    /** Another one is another form. */
    readonly formKey: string;
  },
) {
  const { data, station, isRtu, formKey } = props;
  const text = useText();
  if (isRtu) {
    return (
      <>
        <Panel title={`${station.code} ${station.name}`}>
          {station.retiredAt === null && <StationActions stationId={station.id} />}
        </Panel>
        <Devices {...props} />
      </>
    );
  }
  return (
    <>
      <Panel title={`${station.code} ${station.name}`}>
        {station.retiredAt === null && <StationActions stationId={station.id} />}
        <StationForm
          key={formKey}
          station={station}
          projectId={station.projectId}
          projects={data.projects}
          others={data.stations}
          onMade={() => undefined}
        />
        <Retire
          what="station"
          name={`${station.code} ${station.name}`}
          retiredAt={station.retiredAt}
          zone={station.timeZone}
          retire={(retired) =>
            request(retireStation, { params: { stationId: station.id }, body: { retired } })
          }
        />
      </Panel>
      {station.retiredAt === null && (
        <Panel title={text('sites.maintenance')}>
          <MaintenanceForm key={formKey} station={station} />
        </Panel>
      )}
      <Devices {...props} />
    </>
  );
}
