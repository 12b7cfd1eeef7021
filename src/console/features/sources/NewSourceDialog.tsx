import { useQuery } from '@tanstack/react-query';
import { sites } from '../../../contract/sites/sites.ts';
import { createSource, type SourceWay, sourceWays } from '../../../contract/sources.ts';
import { FormDialog } from '../../components/form/FormDialog.tsx';
import { FormProblem, FormSelect, FormText } from '../../components/form/fields.tsx';
import { useForm } from '../../components/form/use-form.ts';
import { useText } from '../../components/i18n.ts';
import { useChange } from '../../state/connection/change.ts';
import { request } from '../../state/connection/client.ts';
import { sourcesKey } from '../../state/sites/sources.ts';

/** A token that was just made, with the source that it opens. */
export interface MadeToken {
  readonly id: number;
  readonly token: string | null;
}

const isWay = (text: string): text is SourceWay => sourceWays.some((way) => way === text);

/** Asks what a new source is called, whose it is, and by which way its readings come. */
export function NewSourceDialog(props: {
  readonly watchesFolders: boolean;
  readonly takesFtp: boolean;
  readonly onClose: () => void;
  readonly onMade: (made: MadeToken) => void;
}) {
  const text = useText();
  const change = useChange(sourcesKey, text);
  const { data } = useQuery({ queryKey: ['sites'], queryFn: ({ signal }) => request(sites, { signal }) });
  const projects = data?.projects ?? [];
  const form = useForm({ name: '', projectId: '', way: 'http' }, ({ name, projectId, way }) =>
    change(async () => {
      const body = {
        name: name.trim(),
        projectId: Number(projectId) || (projects[0]?.id ?? 0),
        way: isWay(way) ? way : 'http',
      } as const;
      props.onMade(await request(createSource, { body }));
    }),
  );
  return (
    <FormDialog
      form={form}
      title={text('dataSources.newTitle')}
      label={text('dataSources.make')}
      disabled={form.values.name.trim() === '' || projects.length === 0}
      onClose={props.onClose}
    >
      <div className="form">
        <FormText form={form} name="name" label={text('dataSources.name')} />
        <FormSelect
          form={form}
          name="projectId"
          label={text('dataSources.project')}
          options={projects.map(({ id, code, name }) => ({ value: String(id), label: `${code} ${name}` }))}
        />
        <FormSelect
          form={form}
          name="way"
          label={text('dataSources.byWay')}
          options={sourceWays
            .filter((way) => (way !== 'folder' || props.watchesFolders) && (way !== 'ftp' || props.takesFtp))
            .map((way) => ({ value: way, label: text(`dataSources.way.${way}`) }))}
        />
        <p className="dim text-12">
          {text(`dataSources.wayText.${isWay(form.values.way) ? form.values.way : 'http'}`)}
        </p>
        <FormProblem problem={form.problem} />
      </div>
    </FormDialog>
  );
}
