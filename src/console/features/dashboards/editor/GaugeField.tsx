import { useState } from 'react';
import { dashboards } from '../../../../../commands/dashboards.ts';
import { kindByCode } from '../../../../catalogue/index.ts';
import { CommandButton } from '../../../components/commands.tsx';
import { useText } from '../../../components/i18n.ts';
import { useOffer } from '../../../components/screen.ts';
import type { TileChannel } from '../../../state/dashboards.ts';
import { useSensors } from '../../../state/sites/finder.ts';
import { useStations } from '../../../state/sites/stations.ts';
import { SensorsDialog } from './SensorsDialog.tsx';

const isGauge = ({ kind }: { readonly kind: number }) => kindByCode(kind)?.rows.includes('rain') === true;

/** The rain gauge of a tile, chosen in the tree of sensors; null = none. */
export function GaugeField(props: {
  readonly gauge: TileChannel | null;
  readonly onChange: (gauge: TileChannel | null) => void;
}) {
  const { gauge, onChange } = props;
  const text = useText();
  const { data: sites } = useStations();
  const { data: sensors } = useSensors();
  const [opened, setOpened] = useState(false);
  useOffer(dashboards.chooseGauge, () => setOpened(true), {
    available: sensors?.some(isGauge) === true ? true : 'dashboards.noRain',
  });
  useOffer(dashboards.dropGauge, () => onChange(null), {
    available: gauge === null ? 'dashboards.noGauge' : true,
  });
  const station = sites?.stations.find(({ id }) => id === gauge?.stationId);
  const slot = sensors?.find(({ id }) => id === gauge?.sensorId)?.slot;
  return (
    <div className="column gap-8">
      <span className="field__label">{text('dashboards.field.gauge')}</span>
      {gauge !== null && (
        <div className="row gap-8">
          <span className="grow ellipsis">
            {station === undefined ? '–' : `${station.code} ${station.name}`}
            {slot === undefined ? '' : ` #${slot}`}
          </span>
          <CommandButton command={dashboards.dropGauge} icon="x" iconOnly look="ghost" />
        </div>
      )}
      <CommandButton command={dashboards.chooseGauge} />
      {opened && (
        <SensorsDialog
          title={text('command.dashboards.chooseGauge')}
          chosen={new Set(gauge === null ? [] : [gauge.sensorId])}
          fits={isGauge}
          isSingle
          onChange={(next) => {
            const found = sensors?.find(({ id }) => next.has(id) && id !== gauge?.sensorId);
            if (found !== undefined)
              onChange({
                ...{ stationId: found.stationId, sensorId: found.id },
                ...{ row: 'rain', channel: 'amount', element: 0 },
              });
          }}
          onClose={() => setOpened(false)}
        />
      )}
    </div>
  );
}
