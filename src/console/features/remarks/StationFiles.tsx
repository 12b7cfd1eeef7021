import { files as fileCommands } from '../../../../commands/files.ts';
import { remarks as remarkCommands } from '../../../../commands/remarks.ts';
import { addStationFiles, removeStationFile, type UploadView } from '../../../contract/sites/uploads.ts';
import { CommandButton } from '../../components/commands.tsx';
import { FailedState, LoadingRows } from '../../components/conditions.tsx';
import { FileField } from '../../components/files/FileField.tsx';
import { FileGallery, FileThumbs } from '../../components/files/gallery.tsx';
import { useKeptFiles } from '../../components/files/use-kept-files.tsx';
import { FormProblem } from '../../components/form/fields.tsx';
import { useFormat, useText } from '../../components/i18n.ts';
import { Permit } from '../../components/Permit.tsx';
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
  const { data, error, refetch } = useStationFiles(stationId);
  const files = data?.files ?? [];
  const change = useChange(stationFilesKey, text);
  const fresh = useUploads(`station ${stationId}`, stationId, text);
  const { problem, question } = useKeptFiles({
    ...{ fresh, change, files, commands: remarkCommands, ask: 'files.removeAsk' },
    add: (uploadIds) =>
      request(addStationFiles, { params: { stationId }, body: { uploadIds: [...uploadIds] } }),
    remove: (uploadId) => request(removeStationFile, { params: { stationId, uploadId } }),
  });
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
      {question}
    </section>
  );
}
