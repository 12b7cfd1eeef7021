import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { files as fileCommands } from '../../../../commands/files.ts';
import { plans as planCommands } from '../../../../commands/plans/index.ts';
import {
  addPlanFiles,
  mostAttached,
  planFiles,
  removePlanFile,
  type UploadView,
} from '../../../contract/sites/uploads.ts';
import { CommandButton } from '../../components/commands.tsx';
import { FailedState } from '../../components/conditions.tsx';
import { Confirm } from '../../components/dialog/Confirm.tsx';
import { FileField } from '../../components/files/FileField.tsx';
import { FileGallery, FileThumbs } from '../../components/files/gallery.tsx';
import { FormProblem } from '../../components/form/fields.tsx';
import { useText } from '../../components/i18n.ts';
import { Permit } from '../../components/Permit.tsx';
import { useOffer } from '../../components/screen.ts';
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
  const change = useChange(key, text);
  const { data, error, refetch } = useQuery({
    queryKey: [key, planId],
    queryFn: ({ signal }) => request(planFiles, { params: { planId }, signal }),
    staleTime: 0,
  });
  const fresh = useUploads(`plan ${planId}`, stationId, text);
  const [asked, setAsked] = useState<UploadView | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const files = data?.files ?? [];
  const run = async (work: () => Promise<unknown>) => {
    const refused = await change(work);
    setProblem(refused?.sentence ?? null);
    return refused === null;
  };
  useOffer(
    planCommands.keepFiles,
    async () => {
      const body = { uploadIds: fresh.ids };
      if (await run(() => request(addPlanFiles, { params: { planId }, body }))) fresh.clear();
    },
    { available: fresh.ids.length > 0 && fresh.obstacle === null ? true : 'files.chooseFirst' },
  );
  useOffer(
    planCommands.removeFile,
    ({ uploadId }) => setAsked(files.find(({ id }) => id === uploadId) ?? null),
    {
      available: files.length > 0 ? true : 'files.none',
      choices: () => files.map(({ id, name }) => ({ value: id, label: name })),
    },
  );
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
            {fresh.items.length > 0 && (
              <CommandButton command={planCommands.keepFiles} look="primary" label={text('files.keep')} />
            )}
          </div>
        </Permit>
      )}
      <FormProblem problem={problem} />
      {asked !== null && (
        <Confirm
          question={text('files.removeAsk', { name: asked.name })}
          confirm={text('remarks.delete')}
          onAnswer={(yes) => {
            setAsked(null);
            const { id: uploadId } = asked;
            if (yes) void run(() => request(removePlanFile, { params: { planId, uploadId } }));
          }}
        />
      )}
    </section>
  );
}
