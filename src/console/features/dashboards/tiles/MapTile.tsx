import { useEffect, useMemo, useState } from 'react';
import { useSnapshot } from 'valtio';
import { stations as stationCommands } from '../../../../../commands/stations/index.ts';
import { languageTags } from '../../../../base/messages.ts';
import { AfterPaint } from '../../../components/AfterPaint.tsx';
import { lazyPart } from '../../../components/chunks.ts';
import { useCommands } from '../../../components/commands.tsx';
import { useText } from '../../../components/i18n.ts';
import { useStationAlarms } from '../../../state/alarms/marked.ts';
import { preferences } from '../../../state/preferences.ts';
import { useMapShapes } from '../../../state/sites/map-shapes.ts';
import { useSiteMap } from '../../../state/sites/site.ts';
import { type TileProps, useScope } from './scope.ts';

const StationMap = lazyPart(() => import('../../../components/map/StationMap.tsx'));

/** Stations by where they are and how they are. A press opens one. */
export default function MapTile({ settings, projectId, onNote }: TileProps<'map'>) {
  const text = useText();
  const commands = useCommands();
  const stations = useScope(settings.projectId ?? projectId);
  const alarms = useStationAlarms();
  const { theme, language } = useSnapshot(preferences);
  const base = useSiteMap();
  const shapes = useMapShapes();
  const [selected, setSelected] = useState<number | null>(null);
  const marks = useMemo(
    () =>
      stations.map(({ id, name, state, latitude, longitude }) => ({
        ...{ id, name, value: '', state, latitude, longitude },
        alarm: alarms.get(id),
      })),
    [stations, alarms],
  );
  const note = text('dashboards.stations', { count: stations.length });
  useEffect(() => onNote(note), [onNote, note]);
  const open = (stationId: number) => commands.run(stationCommands.open, { stationId }, 'button');
  return (
    <AfterPaint placeholder={<div className="map map--loading" />}>
      <StationMap
        stations={marks}
        selectedId={selected}
        onSelect={(id) => (id !== null && id === selected ? open(id) : setSelected(id))}
        onOpen={open}
        popover={null}
        locale={languageTags[language]}
        theme={theme}
        base={base}
        shapes={shapes}
        fitKey={`${settings.projectId ?? projectId}`}
      />
    </AfterPaint>
  );
}
