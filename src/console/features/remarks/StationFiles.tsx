import { useState } from 'react';
import { files as fileCommands } from '../../../../commands/files.ts';
import { remarks as remarkCommands } from '../../../../commands/remarks.ts';
import { addStationFiles, removeStationFile, type UploadView } from '../../../contract/sites/uploads.ts';
import { CommandButton } from '../../components/commands.tsx';
import { FailedState, LoadingRows } from '../../components/conditions.tsx';
import { Confirm } from '../../components/dialog/Confirm.tsx';
import { FileField } from '../../components/files/FileField.tsx';
import { FileGallery, FileThumbs } from '../../components/files/gallery.tsx';
import { FormProblem } from '../../components/form/fields.tsx';
import { useFormat, useText } from '../../components/i18n.ts';
import { Permit } from '../../components/Permit.tsx';
import { useOffer } from '../../components/screen.ts';
import { useChange } from '../../state/connection/change.ts';
import { request } from '../../state/connection/client.ts';
import { reasonOf } from '../../state/connection/refused.ts';
import { notify } from '../../state/notices.ts';
import { loadUpload } from '../../state/uploads/send.ts';
import { stationFilesKey, useStationFiles } from '../../state/uploads/station-files.ts';
import { useUploads } from '../../state/uploads/use-uploads.ts';

/** One file of the station, by whom and since when. */
function FileRow({ file, zone }: { readonly file: UploadView; readonly zone: string }) {
  const text = useText();
  const format = useFormat();
  return (
    <tr>
      <td className="remarks__text">
        <FileThumbs files={[file]} />
      </td>
      <td className="ellipsis">{file.width === null ? '' : file.name}</td>
      <td className="num">{format.time(file.createdAt, zone, 'full').slice(0, 16)}</td>
      <td>{file.accountName ?? '–'}</td>
      <td className="remarks__actions">
        <CommandButton
          command={fileCommands.save}
          args={{ uploadId: file.id }}
          icon="download"
          label={text('files.saveOne', { name: file.name })}
          iconOnly
          look="ghost"
        />
        <Permit needs={['station:remark:edit', 'station:remark:delete']}>
          <CommandButton
            command={remarkCommands.removeFile}
            args={{ uploadId: file.id }}
            icon="trash"
            label={text('files.remove', { name: file.name })}
            iconOnly
            look="ghost"
          />
        </Permit>
      </td>
    </tr>
  );
}

/** Drawings and survey sheets of the station itself. */
export function StationFiles({ stationId, zone }: { readonly stationId: number; readonly zone: string }) {
  const text = useText();
  const change = useChange(stationFilesKey, text);
  const { data, error, refetch } = useStationFiles(stationId);
  const fresh = useUploads(`station ${stationId}`, stationId, text);
  const [asked, setAsked] = useState<UploadView | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const files = data?.files ?? [];
  const run = async (work: () => Promise<unknown>) => {
    const refused = await change(work);
    setProblem(refused?.sentence ?? null);
    return refused === null;
  };
  useOffer(
    remarkCommands.keepFiles,
    async () => {
      const body = { uploadIds: fresh.ids };
      if (await run(() => request(addStationFiles, { params: { stationId }, body }))) fresh.clear();
    },
    { available: fresh.ids.length > 0 && fresh.obstacle === null ? true : 'files.chooseFirst' },
  );
  useOffer(
    remarkCommands.removeFile,
    ({ uploadId }) => setAsked(files.find(({ id }) => id === uploadId) ?? null),
    {
      available: files.length > 0 ? true : 'files.none',
      choices: () => files.map(({ id, name }) => ({ value: id, label: name })),
    },
  );
  return (
    <section className="panel remarks__files" aria-label={text('files.ofStation')}>
      <header className="panel__head">
        <h2>{text('files.ofStation')}</h2>
        <span className="dim num text-12">{text('files.count', { count: files.length })}</span>
      </header>
      <Permit needs="station:remark:edit">
        <div className="remarks__send">
          <FileField label={text('files.add')} files={fresh} />
          {fresh.items.length > 0 && (
            <CommandButton command={remarkCommands.keepFiles} look="primary" label={text('files.keep')} />
          )}
        </div>
      </Permit>
      <FormProblem problem={problem} />
      {data === undefined ? (
        error === null ? (
          <LoadingRows rows={3} />
        ) : (
          <FailedState
            title={text('files.listFailed')}
            reason={reasonOf(error, text)}
            onRetry={() => void refetch()}
          />
        )
      ) : files.length === 0 ? (
        <p className="remarks__none dim text-12">{text('files.stationNone')}</p>
      ) : (
        <FileGallery files={files} load={loadUpload} onFailed={(why) => notify('error', reasonOf(why, text))}>
          <div className="remarks__scroll scroll">
            <table className="sheet remarks__table text-12">
              <thead>
                <tr>
                  <th>{text('argument.file')}</th>
                  <th>{text('files.name')}</th>
                  <th>{text('files.at')}</th>
                  <th>{text('remarks.user')}</th>
                  <th>
                    <span className="visually-hidden">{text('remarks.actions')}</span>
                  </th>
                </tr>
              </thead>
              <tbody>
                {files.map((file) => (
                  <FileRow key={file.id} file={file} zone={zone} />
                ))}
              </tbody>
            </table>
          </div>
        </FileGallery>
      )}
      {asked !== null && (
        <Confirm
          question={text('files.removeAsk', { name: asked.name })}
          confirm={text('remarks.delete')}
          onAnswer={(yes) => {
            setAsked(null);
            const { id: uploadId } = asked;
            if (yes) void run(() => request(removeStationFile, { params: { stationId, uploadId } }));
          }}
        />
      )}
    </section>
  );
}
