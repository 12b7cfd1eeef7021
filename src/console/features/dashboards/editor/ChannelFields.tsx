import { useState } from 'react';
import { dashboards } from '../../../../../commands/dashboards.ts';
import { kindByCode } from '../../../../catalogue/index.ts';
import { type ChartSeries, chartSeries } from '../../../../derive/chart-series.ts';
import { kindMessage } from '../../../../derive/messages.ts';
import { CommandButton } from '../../../components/commands.tsx';
import { Select } from '../../../components/fields.tsx';
import { useText } from '../../../components/i18n.ts';
import { useOffer } from '../../../components/screen.ts';
import type { TileChannel } from '../../../state/dashboards.ts';
import { useSensors } from '../../../state/sites/finder.ts';
import { useStations } from '../../../state/sites/stations.ts';
import { useSeriesOf } from '../tiles/use-line.ts';
import { SensorsDialog } from './SensorsDialog.tsx';

/** Of a sensor with nodes or layers so many are offered. */
const mostNodes = 16;
const nameOf = ({ sensorId, row, channel, element }: TileChannel) =>
  `${sensorId}.${row}.${channel}.${element}`;

/** Channels of a tile: taken out one by one, and put in by sensor and channel. */
export function ChannelFields(props: {
  readonly channels: readonly TileChannel[];
  readonly most: number;
  /** Which series are offered; absent = all. */
  readonly fits?: (series: ChartSeries) => boolean;
  readonly onChange: (channels: readonly TileChannel[]) => void;
}) {
  const { channels, most, fits = () => true, onChange } = props;
  const text = useText();
  const { data: sites } = useStations();
  const { data: sensors } = useSensors();
  const seriesOf = useSeriesOf();
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const [opened, setOpened] = useState(false);
  useOffer(dashboards.chooseSensors, () => setOpened(true));
  const own = (sensors ?? []).filter(({ id }) => chosen.has(id));
  const stations = new Map(sites?.stations.map(({ id, code }) => [id, code]));
  const areMany = new Set(own.map(({ stationId }) => stationId)).size > 1;
  const offered = own.flatMap((sensor) => {
    const kind = kindByCode(sensor.kind);
    if (kind === undefined) return [];
    return chartSeries(kind)
      .filter(fits)
      .flatMap(({ row, channel, heading, element }) =>
        Array.from({ length: element ? mostNodes : 1 }, (_, place) => {
          const of: TileChannel = {
            ...{ stationId: sensor.stationId, sensorId: sensor.id, row, channel },
            element: element ? place + 1 : 0,
          };
          const node = element ? ` ${place + 1}` : '';
          const at = areMany ? `${stations.get(sensor.stationId) ?? ''} ` : '';
          return {
            of,
            label: `${at}#${sensor.slot} ${text(kindMessage(kind.id))} · ${text(heading)}${node}`,
          };
        }),
      );
  });
  const free = offered.filter(({ of }) => !channels.some((one) => nameOf(one) === nameOf(of)));
  const isFull = channels.length >= most;
  useOffer(dashboards.dropChannel, ({ channel }) =>
    onChange(channels.filter((one) => nameOf(one) !== channel)),
  );
  return (
    <div className="column gap-8">
      <span className="field__label">{text('dashboards.field.channels')}</span>
      {channels.map((of) => {
        const name = seriesOf(of)?.name ?? nameOf(of);
        return (
          <div key={nameOf(of)} className="row gap-8">
            <span className="grow ellipsis">{name}</span>
            <CommandButton
              command={dashboards.dropChannel}
              args={{ channel: nameOf(of) }}
              icon="x"
              iconOnly
              look="ghost"
              label={text('dashboards.field.removeChannel', { name })}
            />
          </div>
        );
      })}
      {isFull && most > 1 ? (
        <p className="dim text-12">{text('dashboards.field.channelsFull', { limit: most })}</p>
      ) : (
        <>
          <CommandButton
            command={dashboards.chooseSensors}
            label={
              chosen.size === 0
                ? text('command.dashboards.chooseSensors')
                : text('dashboards.field.sensors', { count: chosen.size })
            }
          />
          {opened && (
            <SensorsDialog
              title={text('command.dashboards.chooseSensors')}
              chosen={chosen}
              onChange={setChosen}
              onClose={() => setOpened(false)}
            />
          )}
          {own.length > 0 && (
            <Select
              label={text('dashboards.field.channel')}
              value=""
              options={[
                { value: '', label: text('dashboards.field.channel') },
                ...free.map(({ of, label }) => ({ value: nameOf(of), label })),
              ]}
              onChange={(name) => {
                const found = free.find(({ of }) => nameOf(of) === name);
                if (found !== undefined) onChange([...channels, found.of].slice(-most));
              }}
            />
          )}
        </>
      )}
    </div>
  );
}
