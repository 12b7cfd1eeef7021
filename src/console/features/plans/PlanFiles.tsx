import { useQuery } from '@tanstack/react-query';
import { files as fileCommands } from '../../../../commands/files.ts';
import { plans as planCommands } from '../../../../commands/plans/index.ts';
import { addPlanFiles, mostAttached, planFiles, removePlanFile } from '../../../contract/sites/uploads.ts';
import { CommandButton } from '../../components/commands.tsx';
import { FailedState } from '../../components/conditions.tsx';
import { FileField } from '../../components/files/FileField.tsx';
import { FileGallery, FileThumbs } from '../../components/files/gallery.tsx';
import { useKeptFiles } from '../../components/files/use-kept-files.tsx';
import { FormProblem } from '../../components/form/fields.tsx';
import { useText } from '../../components/i18n.ts';
import { Permit } from '../../components/Permit.tsx';
import { useChange } from '../../state/connection/change.ts';
import { request } from '../../state/connection/client.ts';
import { reasonOf } from '../../state/connection/refused.ts';
import { notify } from '../../state/notices.ts';
import { loadUpload } from '../../state/uploads/send.ts';
import { useUploads } from '../../state/uploads/use-uploads.ts';

const key = 'planFiles';

/** Files of a plan: drawings, method statements, photographs of the work; each is of the company of its first station. */
export function PlanFiles({ planId, stationId }: { readonly planId: string; readonly stationId: number }) {
  const text = useText();
  const { data, error, refetch } = useQuery({
    queryKey: [key, planId],
    queryFn: ({ signal }) => request(planFiles, { params: { planId }, signal }),
    staleTime: 0,
  });
  const files = data?.files ?? [];
  const change = useChange(key, text);
  const fresh = useUploads(`plan ${planId}`, stationId, text);
  const { problem, question } = useKeptFiles({
    ...{ fresh, change, files, commands: planCommands, ask: 'plans.removeFileAsk' },
    add: (uploadIds) => request(addPlanFiles, { params: { planId }, body: { uploadIds: [...uploadIds] } }),
    remove: (uploadId) => request(removePlanFile, { params: { planId, uploadId } }),
  });
  return (
    <section className="plan-files" aria-label={text('plans.files')}>
      <h3 className="text-12 row gap-8">
        {text('plans.files')}
        <span className="dim num">{text('files.count', { count: files.length })}</span>
      </h3>
      {error !== null && data === undefined && (
        <FailedState
          title={text('files.listFailed')}
          reason={reasonOf(error, text)}
          onRetry={() => void refetch()}
        />
      )}
      {files.length > 0 && (
        <FileGallery files={files} load={loadUpload} onFailed={(why) => notify('error', reasonOf(why, text))}>
          <ul className="plan-files__list text-12">
            {files.map((file) => (
              <li key={file.id} className="row gap-8">
                <FileThumbs files={[file]} />
                {file.width !== null && <span className="ellipsis">{file.name}</span>}
                <span className="dim grow">{file.accountName ?? '–'}</span>
                <CommandButton
                  command={fileCommands.save}
                  args={{ uploadId: file.id }}
                  icon="download"
                  label={text('files.saveOne', { name: file.name })}
                  iconOnly
                  look="ghost"
                />
                <Permit needs="device:parameter:edit">
                  <CommandButton
                    command={planCommands.removeFile}
                    args={{ uploadId: file.id }}
                    icon="trash"
                    label={text('files.remove', { name: file.name })}
                    iconOnly
                    look="ghost"
                  />
                </Permit>
              </li>
            ))}
          </ul>
        </FileGallery>
      )}
      {files.length < mostAttached && (
        <Permit needs="device:parameter:edit">
          <div className="row gap-8">
            <FileField label={text('files.add')} files={fresh} />
            {fresh.items.length > 0 && <CommandButton command={planCommands.keepFiles} look="primary" />}
          </div>
        </Permit>
      )}
      <FormProblem problem={problem} />
      {question}
    </section>
  );
}
