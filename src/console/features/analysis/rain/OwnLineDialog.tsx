import { FormDialog } from '../../../components/form/FormDialog.tsx';
import { FormProblem, FormSelect, FormText } from '../../../components/form/fields.tsx';
import { useForm } from '../../../components/form/use-form.ts';
import { useFormat, useText } from '../../../components/i18n.ts';
import { useChange } from '../../../state/connection/change.ts';
import { notify } from '../../../state/notices.ts';
import { rainLinesKey, setRainLine, useRainLines } from '../../../state/sites/rain-lines.ts';

/** What a line begins with: that of Caine 1980. */
const standard = { factor: 14.82, exponent: -0.39, shortest: 1, longest: 240, gap: 6 } as const;
const fields = ['factor', 'exponent', 'shortest', 'longest', 'gap'] as const;

/** The own line of a station or of its project; an empty factor takes it away. */
export function OwnLineDialog(props: {
  readonly stationId: number;
  readonly zone: string;
  readonly onClose: () => void;
}) {
  const { stationId, zone, onClose } = props;
  const text = useText();
  const format = useFormat();
  const change = useChange(rainLinesKey, text);
  const { data } = useRainLines(stationId);
  const kept = data?.station ?? data?.project ?? null;
  const line = kept?.line ?? standard;
  const form = useForm(
    {
      scope: data?.station == null && data?.project != null ? 'project' : 'station',
      ...(Object.fromEntries(fields.map((name) => [name, String(line[name])])) as Record<
        (typeof fields)[number],
        string
      >),
    },
    async (given) => {
      const number = (name: (typeof fields)[number]) => Number(given[name].replace('−', '-'));
      const ownLine =
        given.factor.trim() === ''
          ? null
          : {
              ...{ factor: number('factor'), exponent: number('exponent'), gap: number('gap') },
              ...{ shortest: number('shortest'), longest: number('longest') },
            };
      const refused = await change(() =>
        setRainLine(stationId, { scope: given.scope as 'station' | 'project', ownLine }),
      );
      if (refused !== null) return refused;
      notify('success', text(ownLine === null ? 'rainLine.removed' : 'rainLine.saved'));
      onClose();
      return null;
    },
  );
  return (
    <FormDialog
      form={form}
      title={text('command.analysis.ownLine')}
      label={text('dashboards.save')}
      onClose={onClose}
    >
      <div className="form">
        <FormSelect
          form={form}
          name="scope"
          label={text('rainLine.scope')}
          options={(['station', 'project'] as const).map((value) => ({
            value,
            label: text(`analysis.neighbours.scope.${value}`),
          }))}
        />
        <div className="form__pair gap-8 grid">
          {fields.map((name) => (
            <FormText key={name} form={form} name={name} label={text(`rainLine.${name}`)} />
          ))}
        </div>
        <p className="dim text-12">{text('rainLine.about')}</p>
        {kept !== null && (
          <p className="dim text-12">
            {text('rainLine.by', { name: kept.accountName, time: format.time(kept.at, zone, 'full') })}
          </p>
        )}
        <FormProblem problem={form.problem} />
      </div>
    </FormDialog>
  );
}
