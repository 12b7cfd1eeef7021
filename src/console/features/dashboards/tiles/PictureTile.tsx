import { useEffect } from 'react';
import { stations as stationCommands } from '../../../../../commands/stations/index.ts';
import { useCommands } from '../../../components/commands.tsx';
import { LoadContext, usePicture } from '../../../components/files/use-picture.ts';
import { useSitePlans } from '../../../state/sites/site-plans.ts';
import { useStations } from '../../../state/sites/stations.ts';
import { loadUpload } from '../../../state/uploads/send.ts';
import { useStationFiles } from '../../../state/uploads/station-files.ts';
import type { SettingsOf, TileProps } from './scope.ts';
import { TileEmpty } from './TileEmpty.tsx';

/** A site plan of a station, or a picture among its files, as large as its place allows. A press opens the station. */
export default function PictureTile({ settings, onNote }: TileProps<'picture'>) {
  useEffect(() => {
    if (settings.stationId === null) onNote('');
  }, [onNote, settings.stationId]);
  if (settings.stationId === null) return <TileEmpty icon="image" says="dashboards.tileSetUp" />;
  return (
    <LoadContext value={loadUpload}>
      <OfStation key={settings.stationId} {...{ settings, onNote }} stationId={settings.stationId} />
    </LoadContext>
  );
}

interface ShownProps {
  readonly settings: SettingsOf<'picture'>;
  readonly stationId: number;
  readonly onNote: (note: string) => void;
}

function OfStation({ settings, stationId, onNote }: ShownProps) {
  const { data: sites } = useStations();
  const plans = useSitePlans(stationId);
  const files = useStationFiles(stationId);
  const station = sites?.stations.find(({ id }) => id === stationId);
  const note = station?.name ?? '';
  useEffect(() => onNote(note), [onNote, note]);
  const failed = plans.data === undefined && plans.error !== null;
  if (failed || (files.data === undefined && files.error !== null))
    return <TileEmpty icon="cloud-off" says="dashboards.tileFailed" />;
  if (plans.data === undefined || files.data === undefined) return null;
  const plan =
    settings.sitePlanId === null
      ? plans.data.plans[0]
      : plans.data.plans.find(({ id }) => id === settings.sitePlanId);
  const file = files.data.files.find(({ id }) => id === settings.uploadId);
  const shown =
    settings.uploadId !== null
      ? file && { uploadId: file.id, name: file.name }
      : plan && { uploadId: plan.upload.id, name: plan.name };
  if (shown === undefined)
    return (
      <TileEmpty
        icon="image"
        says={
          settings.sitePlanId === null && settings.uploadId === null
            ? 'dashboards.noPicture'
            : 'dashboards.tileGone'
        }
      />
    );
  return <Shown key={shown.uploadId} {...shown} stationId={stationId} />;
}

function Shown(props: { readonly uploadId: number; readonly name: string; readonly stationId: number }) {
  const commands = useCommands();
  const picture = usePicture(props.uploadId, false);
  if (picture.failed) return <TileEmpty icon="cloud-off" says="dashboards.tileFailed" />;
  if (picture.url === null) return null;
  return (
    <button
      type="button"
      className="dpicture"
      title={props.name}
      onClick={() => commands.run(stationCommands.open, { stationId: props.stationId }, 'button')}
    >
      <img src={picture.url} alt={props.name} draggable={false} />
    </button>
  );
}
