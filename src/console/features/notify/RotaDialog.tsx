import { useState } from 'react';
import { notify as commands } from '../../../../commands/notify.ts';
import { deleteRota, saveRota } from '../../../contract/notify/notify.ts';
import type { RotaPlan } from '../../../domain/notify/rota.ts';
import { Button } from '../../components/Button.tsx';
import { FormDialog } from '../../components/form/FormDialog.tsx';
import { FormProblem, FormText } from '../../components/form/fields.tsx';
import { Labelled } from '../../components/form/Labelled.tsx';
import { type FormRefusal, useForm } from '../../components/form/use-form.ts';
import { useFormat, useText } from '../../components/i18n.ts';
import { useOffer } from '../../components/screen.ts';
import { request } from '../../state/connection/client.ts';
import type { NotifySetup, RotaView } from '../../state/notify.ts';
import { clockOf, minutesOf } from './calendar.ts';
import { EditorAside, PersonSelect } from './parts.tsx';
import { sayDeleted } from './say-deleted.ts';
import { useSaving } from './use-saving.ts';

type Mutable<T> = { -readonly [K in keyof T]: T[K] };
type Body = RotaView['body'];
type Layer = Body['layers'][number];

const weekdays = [1, 2, 3, 4, 5, 6, 7] as const;

function LayerEditor(props: {
  readonly layer: Layer;
  readonly people: NotifySetup['people'];
  readonly onChange: (layer: Layer) => void;
  readonly onRemove: (() => void) | null;
}) {
  const { layer, people, onChange, onRemove } = props;
  const text = useText();
  const set = (change: Partial<Mutable<Layer>>) => onChange({ ...layer, ...change });
  return (
    <fieldset className="notified__layer">
      <legend className="field__label">{layer.name || text('notify.layer')}</legend>
      <div className="form__pair gap-8 grid">
        <Labelled label={text('notify.layerName')}>
          {(id) => (
            <input id={id} value={layer.name} onChange={({ target }) => set({ name: target.value })} />
          )}
        </Labelled>
        <Labelled label={text('notify.from')}>
          {(id) => (
            <input
              id={id}
              type="date"
              value={layer.from}
              onChange={({ target }) => set({ from: target.value })}
            />
          )}
        </Labelled>
        <Labelled label={text('notify.turns')}>
          {(id) => (
            <select
              id={id}
              value={layer.every}
              onChange={({ target }) => set({ every: target.value === 'week' ? 'week' : 'day' })}
            >
              <option value="day">{text('notify.turns.day')}</option>
              <option value="week">{text('notify.turns.week')}</option>
            </select>
          )}
        </Labelled>
        {layer.every === 'week' && (
          <Labelled label={text('notify.weekday')}>
            {(id) => (
              <select
                id={id}
                value={layer.weekday}
                onChange={({ target }) => set({ weekday: Number(target.value) })}
              >
                {weekdays.map((one) => (
                  <option key={one} value={one}>
                    {text(`notify.weekday.${one}`)}
                  </option>
                ))}
              </select>
            )}
          </Labelled>
        )}
        {layer.at.slice(0, layer.every === 'week' ? 1 : 8).map((at, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a hand-over has no other name than its place
          <Labelled key={index} label={text('notify.handOverAt')}>
            {(id) => (
              <input
                id={id}
                type="time"
                value={clockOf(at)}
                onChange={({ target }) =>
                  set({
                    at: layer.at.map((own, place) =>
                      place === index ? (minutesOf(target.value) ?? own) : own,
                    ),
                  })
                }
              />
            )}
          </Labelled>
        ))}
      </div>
      <p className="field__label">{text('notify.order')}</p>
      <div className="notified__order">
        {layer.people.map((userId, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same person may have several turns
          <div key={index} className="row gap-4">
            <PersonSelect
              label={text('notify.turn', { number: index + 1 })}
              people={people}
              value={userId}
              onChange={(own) =>
                set({ people: layer.people.map((one, place) => (place === index ? own : one)) })
              }
            />
            <Button
              iconOnly
              icon="x"
              look="ghost"
              label={text('notify.removeTurn', { number: index + 1 })}
              onPress={() => set({ people: layer.people.filter((_one, place) => place !== index) })}
            />
          </div>
        ))}
        <Button
          icon="plus"
          label={text('notify.addTurn')}
          onPress={() => set({ people: [...layer.people, people[0]?.userId ?? null] })}
        />
      </div>
      <div className="row gap-8 wrap">
        {layer.every === 'day' && (
          <Button
            icon="plus"
            look="ghost"
            label={text('notify.addHandOver')}
            onPress={() => {
              const free = [480, 1200, 960, 0, 720].find((at) => !layer.at.includes(at));
              if (free !== undefined) set({ at: [...layer.at, free] });
            }}
          />
        )}
        {layer.every === 'day' && layer.at.length > 1 && (
          <Button
            icon="minus"
            look="ghost"
            label={text('notify.removeHandOver')}
            onPress={() => set({ at: layer.at.slice(0, -1) })}
          />
        )}
        {onRemove !== null && (
          <Button icon="trash" look="ghost" label={text('notify.removeLayer')} onPress={onRemove} />
        )}
      </div>
    </fieldset>
  );
}

const emptyLayer = (name: string, now: number): Layer => ({
  name,
  people: [],
  from: new Date(now).toISOString().slice(0, 10),
  every: 'day',
  weekday: 1,
  at: [480, 1200],
  onHolidays: [],
});

/** Edits a rota: layers with their turns, overrides, holidays. */
export function RotaDialog(props: {
  readonly given: RotaView | null;
  readonly current: RotaView | null;
  readonly companyId: number;
  readonly timeZone: string;
  readonly people: NotifySetup['people'];
  readonly personName: (id: number | null) => string;
  readonly now: number;
  readonly onClose: () => void;
}) {
  const { given, current, companyId, people, personName, now, onClose } = props;
  const text = useText();
  const format = useFormat();
  const [body, setBody] = useState<Body>(
    given?.body ?? { timeZone: props.timeZone, layers: [emptyLayer('A', now)], overrides: [], holidays: [] },
  );
  const { revision, isBehind, attempt } = useSaving(given, current, onClose);
  const [removal, setRemoval] = useState<FormRefusal | null>(null);
  const initial = { name: given?.name ?? '', timeZone: body.timeZone, holidays: body.holidays.join(' ') };
  const form = useForm(initial, (values) => {
    const holidays = values.holidays.split(/[\s,;，、]+/).filter(Boolean);
    const plan: RotaPlan = { ...body, timeZone: values.timeZone.trim(), holidays };
    return attempt(() =>
      request(saveRota, {
        body: { id: given?.id ?? null, companyId, revision, name: values.name, body: plan as Body },
      }),
    );
  });
  useOffer(
    commands.deleteRota,
    async () => {
      if (given === null) return;
      const refused = await attempt(() => request(deleteRota, { params: { id: given.id } }));
      setRemoval(refused);
      if (refused === null) sayDeleted(text, 'rota', given.id, given.name);
    },
    { available: given !== null },
  );
  const setLayer = (index: number, layer: Layer | null) =>
    setBody((before) => ({
      ...before,
      layers: before.layers.flatMap((own, place) => (place === index ? (layer ?? []) : own)),
      overrides:
        layer === null
          ? before.overrides.flatMap((one) =>
              one.layer === index ? [] : [{ ...one, layer: one.layer > index ? one.layer - 1 : one.layer }],
            )
          : before.overrides,
    }));
  return (
    <FormDialog
      form={form}
      title={text(given === null ? 'notify.newRota' : 'notify.rota')}
      className="notified__dialog"
      label={text('sites.save')}
      disabled={form.values.name.trim() === '' || body.layers.some(({ name }) => name.trim() === '')}
      aside={<EditorAside isNew={given === null} isBehind={isBehind} remove={commands.deleteRota} />}
      onClose={onClose}
    >
      <div className="notified__form form">
        <div className="form__pair gap-8 grid">
          <FormText form={form} name="name" label={text('notify.rotaName')} />
          <FormText form={form} name="timeZone" label={text('notify.timeZone')} />
        </div>
        {body.layers.map((layer, index) => (
          <LayerEditor
            // biome-ignore lint/suspicious/noArrayIndexKey: a layer is its place
            key={index}
            layer={layer}
            people={people}
            onChange={(own) => setLayer(index, own)}
            onRemove={body.layers.length > 1 ? () => setLayer(index, null) : null}
          />
        ))}
        {body.layers.length < 5 && (
          <div>
            <Button
              icon="plus"
              label={text('notify.addLayer')}
              onPress={() =>
                setBody({
                  ...body,
                  layers: [...body.layers, emptyLayer('ABCDE'[body.layers.length] ?? '', now)],
                })
              }
            />
          </div>
        )}
        <FormText
          form={form}
          name="holidays"
          label={text('notify.holidays')}
          hint={text('notify.holidaysHint')}
        />
        {body.overrides.length > 0 && (
          <div>
            <p className="field__label">{text('notify.overrides')}</p>
            <ul className="text-12">
              {body.overrides.map((one, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the later of two equal ones holds
                <li key={index} className="row gap-8 num">
                  <span className="grow">
                    {`${body.layers[one.layer]?.name ?? ''}: ${format.time(one.from, body.timeZone, 'dayTime')} – ${format.time(one.to, body.timeZone, 'dayTime')}, ${personName(one.userId)}`}
                  </span>
                  <Button
                    iconOnly
                    icon="x"
                    look="ghost"
                    label={text('notify.removeOverride', { number: index + 1 })}
                    onPress={() =>
                      setBody({ ...body, overrides: body.overrides.filter((_one, place) => place !== index) })
                    }
                  />
                </li>
              ))}
            </ul>
          </div>
        )}
        <FormProblem problem={form.problem ?? removal?.sentence ?? null} />
      </div>
    </FormDialog>
  );
}
