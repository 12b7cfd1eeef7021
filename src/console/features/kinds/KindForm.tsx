import { useId } from 'react';
import { useSnapshot } from 'valtio';
import { kinds as kindCommands } from '../../../../commands/kinds.ts';
import { ownColumnClasses, ownColumns } from '../../../catalogue/own-columns.ts';
import { createOwnKind, updateOwnKind } from '../../../contract/sites/own-kinds.ts';
import { CommandButton } from '../../components/commands.tsx';
import { FormFoot, FormSelect, FormText } from '../../components/form/fields.tsx';
import { useForm } from '../../components/form/use-form.ts';
import { useText } from '../../components/i18n.ts';
import { useOffer } from '../../components/screen.ts';
import { request } from '../../state/connection/client.ts';
import { preferences } from '../../state/preferences.ts';
import { ChannelFields } from './ChannelFields.tsx';
import { bodyOf, countOf, fieldOf, type KindValues, newChannel, problemOf, valuesOf } from './kind-values.ts';
import { type Kind, type Kinds, useKindChange } from './use-kinds.ts';

/** A kind of a company: its names, its channels, and the one that lists and the map show. */
export function KindForm(props: {
  readonly kind: Kind | null;
  readonly companies: Kinds['companies'];
  readonly onMade: (id: number) => void;
}) {
  const { kind, companies, onMade } = props;
  const text = useText();
  const change = useKindChange();
  const of = useId();
  const { language } = useSnapshot(preferences);
  const form = useForm<KindValues>(valuesOf(kind, companies[0]?.id ?? 0), async (values) => {
    const wrong = problemOf(values, text);
    if (wrong !== null) return wrong;
    const body = bodyOf(values);
    return change(async () => {
      if (kind === null)
        onMade(
          (await request(createOwnKind, { body: { ...body, companyId: Number(values['companyId']) } })).id,
        );
      else
        await request(updateOwnKind, {
          params: { ownKindId: kind.id },
          body: { ...body, version: kind.version },
        });
    });
  });
  const count = countOf(form.values);
  const next = ownColumnClasses
    .map((one) => newChannel(count, form.values, one))
    .find((made) => made !== null);
  useOffer(
    kindCommands.addChannel,
    () => {
      for (const [field, value] of Object.entries(next ?? {})) form.set(field, value);
    },
    { of, available: next !== undefined },
  );
  const primaries = Array.from({ length: count }, (_, index) => index).flatMap((index) => {
    const column = form.values[fieldOf(index, 'column')] ?? '';
    const isShown = form.values[fieldOf(index, 'hidden')] !== 'yes' && !ownColumns.number.includes(column);
    const name = form.values[fieldOf(index, `names.${language}`)] ?? '';
    return isShown ? [{ value: column, label: name === '' ? column : name }] : [];
  });
  return (
    <form className="form" noValidate onSubmit={form.onSubmit} aria-label={text('kinds.kind')}>
      <div className="kinds__names grid gap-8">
        <FormText form={form} name="names.zh-chs" label={text('kinds.name.zh-chs')} />
        <FormText form={form} name="names.en" label={text('kinds.name.en')} />
        <FormText form={form} name="names.ja" label={text('kinds.name.ja')} />
      </div>
      {kind === null && companies.length > 1 && (
        <FormSelect
          form={form}
          name="companyId"
          label={text('kinds.company')}
          options={companies.map(({ id, name }) => ({ value: String(id), label: name }))}
        />
      )}
      {Array.from({ length: count }, (_, index) => (
        <ChannelFields
          key={fieldOf(index, 'column')}
          form={form}
          index={index}
          saved={index < (kind?.channels.length ?? 0)}
        />
      ))}
      <div className="row wrap gap-8">
        <CommandButton
          command={kindCommands.addChannel}
          args={{ of }}
          icon="plus"
          label={text('kinds.addChannel')}
        />
      </div>
      <FormSelect form={form} name="primary" label={text('kinds.primaryChannel')} options={primaries} />
      <p className="dim text-12">{text('kinds.metricHint')}</p>
      <FormFoot
        form={form}
        label={text(kind === null ? 'sites.create' : 'sites.save')}
        disabled={kind !== null && !form.changed}
      />
    </form>
  );
}
