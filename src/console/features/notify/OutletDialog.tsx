import { useState } from 'react';
import { notify as commands } from '../../../../commands/notify.ts';
import { allKinds } from '../../../catalogue/index.ts';
import { deleteOutlet, outletEvents, saveOutlet } from '../../../contract/notify/outlets.ts';
import { kindMessage } from '../../../derive/messages.ts';
import { FormDialog } from '../../components/form/FormDialog.tsx';
import { FormChecks, FormProblem, FormSelect, FormText } from '../../components/form/fields.tsx';
import { type FormRefusal, useForm } from '../../components/form/use-form.ts';
import { useText } from '../../components/i18n.ts';
import { useOffer } from '../../components/screen.ts';
import { request } from '../../state/connection/client.ts';
import type { HookView } from '../../state/notify.ts';
import type { OutletBody, OutletView } from '../../state/outlets.ts';
import { useStations } from '../../state/sites/stations.ts';
import { EditorAside } from './parts.tsx';
import { useSaving } from './use-saving.ts';

const listOf = (text: string): readonly string[] => text.split(/[,，、\s]+/).filter(Boolean);

/** Kinds of which the fleet has sensors, and those that are chosen; 0 = the RTUs themselves. */
function useKindOptions(chosen: readonly number[]) {
  const text = useText();
  const { data } = useStations();
  const present = new Set([...chosen, ...(data?.stations ?? []).flatMap(({ kinds }) => kinds)]);
  return [
    { value: '0', label: text('outlets.rtu') },
    ...allKinds()
      .filter(({ code }) => present.has(code))
      .map(({ code, id }) => ({ value: String(code), label: text(kindMessage(id)) })),
  ];
}

/** Edits a data subscription: what goes out, of which stations, and where to. */
export function OutletDialog(props: {
  readonly given: OutletView | null;
  readonly current: OutletView | null;
  readonly companyId: number;
  readonly hooks: readonly HookView[];
  readonly projects: readonly { readonly id: number; readonly name: string }[];
  readonly onClose: () => void;
}) {
  const { given, current, companyId, hooks, projects, onClose } = props;
  const text = useText();
  const { data: sites } = useStations();
  const { revision, isBehind, attempt } = useSaving(given, current, onClose);
  const [removal, setRemoval] = useState<FormRefusal | null>(null);
  const stations = (sites?.stations ?? []).filter(({ projectId }) =>
    projects.some(({ id }) => id === projectId),
  );
  const codeOf = (id: number) => stations.find((one) => one.id === id)?.code ?? `#${id}`;
  const body = given?.body;
  const kinds = useKindOptions(body?.kinds ?? []);
  const initial = {
    name: given?.name ?? '',
    hookId: String(body?.hookId ?? hooks[0]?.id ?? ''),
    enabled: String(body?.enabled ?? true),
    what: [...((body?.readings ?? true) ? ['readings'] : []), ...(body?.events ?? ['alarm'])].join(),
    projectIds: (body?.projectIds ?? []).join(),
    stationIds: (body?.stationIds ?? []).map(codeOf).join(', '),
    kinds: (body?.kinds ?? []).join(),
  };
  const form = useForm<Readonly<Record<keyof typeof initial, string>>>(initial, async (values) => {
    const codes = listOf(values.stationIds);
    const unknown = codes.find((code) => !stations.some((one) => one.code === code));
    if (unknown !== undefined)
      return { field: 'stationIds', sentence: text('outlets.unknownStation', { code: unknown }) };
    const what = listOf(values.what);
    const wanted: OutletBody = {
      hookId: Number(values.hookId),
      enabled: values.enabled === 'true',
      readings: what.includes('readings'),
      events: outletEvents.filter((event) => what.includes(event)),
      projectIds: listOf(values.projectIds).map(Number),
      stationIds: stations.filter(({ code }) => codes.includes(code)).map(({ id }) => id),
      kinds: listOf(values.kinds).map(Number),
    };
    return attempt(() =>
      request(saveOutlet, {
        body: { id: given?.id ?? null, companyId, revision, name: values.name, body: wanted },
      }),
    );
  });
  useOffer(
    commands.deleteOutlet,
    async () => setRemoval(await attempt(() => request(deleteOutlet, { params: { id: given?.id ?? 0 } }))),
    { available: given !== null },
  );
  const needsHook = hooks.length === 0;
  return (
    <FormDialog
      form={form}
      title={text(given === null ? 'outlets.new' : 'outlets.one')}
      label={text('sites.save')}
      disabled={form.values.name.trim() === '' || needsHook}
      aside={<EditorAside isNew={given === null} isBehind={isBehind} remove={commands.deleteOutlet} />}
      onClose={onClose}
    >
      <div className="notified__form form">
        <FormText form={form} name="name" label={text('notify.hookName')} />
        <FormSelect
          form={form}
          name="hookId"
          label={text('notify.hook')}
          options={hooks.map(({ id, name }) => ({ value: String(id), label: name }))}
        />
        {needsHook && <FormProblem problem={text('outlets.needsHook')} />}
        <FormChecks
          form={form}
          name="what"
          label={text('outlets.what')}
          options={[
            { value: 'readings', label: text('outlets.readings') },
            ...outletEvents.map((value) => ({ value, label: text(`outlets.event.${value}`) })),
          ]}
        />
        <FormChecks
          form={form}
          name="projectIds"
          label={text('outlets.projects')}
          options={projects.map(({ id, name }) => ({ value: String(id), label: name }))}
        />
        <FormText form={form} name="stationIds" label={text('outlets.stations')} />
        <FormChecks form={form} name="kinds" label={text('outlets.kinds')} options={kinds} />
        <FormSelect
          form={form}
          name="enabled"
          label={text('notify.use')}
          options={[
            { value: 'true', label: text('notify.on') },
            { value: 'false', label: text('notify.off') },
          ]}
        />
        <FormProblem problem={form.problem ?? removal?.sentence ?? null} />
      </div>
    </FormDialog>
  );
}
