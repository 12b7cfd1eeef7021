import { useContext } from 'react';
import { LensDrawer } from './lens-drawer.ts';
import type { TileProps } from './scope.ts';
import { TileEmpty } from './TileEmpty.tsx';

/** The answer of a lens to one quantity, with its picture; a press opens it in the analysis of the station. */
export default function LensTile({ settings, onNote }: TileProps<'lens'>) {
  const draw = useContext(LensDrawer);
  const { lens, channel, range } = settings;
  if (channel === null) return <TileEmpty icon="settings" says="dashboards.tileSetUp" />;
  const { stationId, sensorId, row, element } = channel;
  const series = [sensorId, row, channel.channel, ...(element === 0 ? [] : [element])].join('.');
  return draw({ lens, stationId, series, range: { type: 'quick', quick: range }, onNote });
}
