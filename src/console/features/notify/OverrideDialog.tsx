import { saveRota } from '../../../contract/notify/notify.ts';
import { FormDialog } from '../../components/form/FormDialog.tsx';
import { FormProblem, FormSelect } from '../../components/form/fields.tsx';
import { Labelled } from '../../components/form/Labelled.tsx';
import { useForm } from '../../components/form/use-form.ts';
import { useText } from '../../components/i18n.ts';
import { request } from '../../state/connection/client.ts';
import type { NotifySetup, RotaView } from '../../state/notify.ts';
import { fromWall, wallText } from './calendar.ts';
import { useSaving } from './use-saving.ts';

/** Somebody takes a duty over between two moments: a gap is filled, or it is handed over now. */
export function OverrideDialog(props: {
  readonly title: string;
  readonly rota: RotaView;
  readonly begin: { readonly layer: number; readonly from: number; readonly to: number };
  readonly people: NotifySetup['people'];
  readonly onClose: () => void;
}) {
  const { title, rota, begin, people, onClose } = props;
  const text = useText();
  const zone = rota.body.timeZone;
  const { attempt } = useSaving(rota, rota, onClose);
  const initial = {
    layer: String(begin.layer),
    userId: String(people[0]?.userId ?? ''),
    from: wallText(zone, begin.from),
    to: wallText(zone, begin.to),
  };
  const form = useForm(initial, ({ layer, userId, ...times }) => {
    const exact = (name: 'from' | 'to') =>
      times[name] === initial[name] ? begin[name] : (fromWall(zone, times[name]) ?? 0);
    const own = { layer: Number(layer), from: exact('from'), to: exact('to'), userId: Number(userId) };
    const { id, companyId, revision, name, body } = rota;
    return attempt(() =>
      request(saveRota, {
        body: { id, companyId, revision, name, body: { ...body, overrides: [...body.overrides, own] } },
      }),
    );
  });
  return (
    <FormDialog
      form={form}
      title={title}
      label={text('sites.save')}
      disabled={form.values.userId === ''}
      onClose={onClose}
    >
      <div className="notified__form form">
        <FormSelect
          form={form}
          name="layer"
          label={text('notify.layer')}
          options={rota.body.layers.map(({ name }, index) => ({ value: String(index), label: name }))}
        />
        <FormSelect
          form={form}
          name="userId"
          label={text('notify.person')}
          options={people.map(({ userId, accountName }) => ({ value: String(userId), label: accountName }))}
        />
        {(['from', 'to'] as const).map((name) => (
          <Labelled key={name} label={text(`notify.override.${name}`)}>
            {(id) => (
              <input
                id={id}
                type="datetime-local"
                value={form.values[name]}
                onChange={({ target }) => form.set(name, target.value)}
              />
            )}
          </Labelled>
        ))}
        <FormProblem problem={form.problem} />
      </div>
    </FormDialog>
  );
}
