import { useState } from 'react';
import { notify as commands } from '../../../../commands/notify.ts';
import { deletePolicy, savePolicy } from '../../../contract/notify/notify.ts';
import type { Receiver } from '../../../domain/notify/policy.ts';
import { Button } from '../../components/Button.tsx';
import { FormDialog } from '../../components/form/FormDialog.tsx';
import { FormProblem, FormText } from '../../components/form/fields.tsx';
import { Labelled } from '../../components/form/Labelled.tsx';
import { type FormRefusal, useForm } from '../../components/form/use-form.ts';
import { useText } from '../../components/i18n.ts';
import { LevelGlyph } from '../../components/levels/LevelGlyph.tsx';
import { useOffer } from '../../components/screen.ts';
import { request } from '../../state/connection/client.ts';
import type { PolicyView } from '../../state/notify.ts';
import { clockOf, minutesOf } from './calendar.ts';
import { EditorAside } from './parts.tsx';
import { sayDeleted } from './say-deleted.ts';
import type { NotifyWords } from './use-notify-words.ts';
import { useSaving } from './use-saving.ts';

type Body = PolicyView['body'];
type Step = Body['steps'][number];
const channels = ['mail', 'push'] as const;

/** The list with an entry put in, or taken out where it is there. */
const toggled = <T,>(list: readonly T[], own: T): T[] =>
  list.includes(own) ? list.filter((one) => one !== own) : [...list, own];

function StepEditor(props: {
  readonly step: Step;
  readonly number: number;
  readonly receivers: readonly Receiver[];
  readonly words: NotifyWords;
  readonly onChange: (step: Step) => void;
  readonly onRemove: () => void;
}) {
  const { step, number, receivers, words, onChange, onRemove } = props;
  const text = useText();
  const keys = new Set(step.to.map((one) => JSON.stringify(one)));
  const label = text('notify.step', { number });
  return (
    <fieldset className="notified__layer" aria-label={label}>
      <legend className="field__label">{label}</legend>
      <div className="row gap-8 wrap">
        <Labelled label={text('notify.minutes')}>
          {(id) => (
            <input
              id={id}
              type="number"
              min={0}
              max={1440}
              value={step.after}
              onChange={({ target }) =>
                onChange({ ...step, after: Math.max(0, Math.trunc(Number(target.value))) })
              }
            />
          )}
        </Labelled>
        <span className="row gap-8 notified__checks text-12">
          {channels.map((one) => (
            <label key={one} className="row gap-4">
              <input
                type="checkbox"
                checked={step.by.includes(one)}
                onChange={() => onChange({ ...step, by: toggled(step.by, one) })}
              />
              {words.channel(one)}
            </label>
          ))}
        </span>
        <span className="grow" />
        <Button
          iconOnly
          icon="trash"
          look="ghost"
          label={text('notify.removeStep', { number })}
          onPress={onRemove}
        />
      </div>
      <div className="row gap-8 wrap text-12 notified__checks">
        {receivers.map((one) => {
          const key = JSON.stringify(one);
          return (
            <label key={key} className="row gap-4">
              <input
                type="checkbox"
                checked={keys.has(key)}
                onChange={() =>
                  onChange({
                    ...step,
                    to: (keys.has(key)
                      ? step.to.filter((own) => JSON.stringify(own) !== key)
                      : [...step.to, one]) as Step['to'],
                  })
                }
              />
              {words.receiver(one)}
            </label>
          );
        })}
      </div>
    </fieldset>
  );
}

function HoursEditor(props: {
  readonly label: string;
  readonly value: Body['hours']['blue'];
  readonly onChange: (value: Body['hours']['blue']) => void;
}) {
  const { label, value, onChange } = props;
  const text = useText();
  return (
    <div className="row gap-8 wrap text-12">
      <label className="row gap-4 notified__checks">
        <input
          type="checkbox"
          checked={value !== null}
          onChange={() => onChange(value === null ? { from: 480, to: 1080 } : null)}
        />
        {text('notify.onlyBetween', { level: label })}
      </label>
      {value !== null &&
        (['from', 'to'] as const).map((name) => (
          <span key={name} className="field">
            <input
              type="time"
              aria-label={`${label}: ${text(`notify.override.${name}`)}`}
              value={clockOf(value[name])}
              onChange={({ target }) =>
                onChange({ ...value, [name]: minutesOf(target.value) ?? value[name] })
              }
            />
          </span>
        ))}
    </div>
  );
}

const empty: Body = {
  enabled: true,
  projects: [],
  ranks: [3, 4],
  steps: [{ after: 0, to: [], by: ['mail', 'push'] }],
  repeat: null,
  hours: { blue: null, yellow: null },
};

/** Edits an escalation policy: for what, its steps, repetition, and hours. */
export function PolicyDialog(props: {
  readonly given: PolicyView | null;
  readonly current: PolicyView | null;
  readonly companyId: number;
  readonly receivers: readonly Receiver[];
  readonly projects: readonly { readonly id: number; readonly name: string }[];
  readonly words: NotifyWords;
  readonly onClose: () => void;
}) {
  const { given, current, companyId, receivers, projects, words, onClose } = props;
  const text = useText();
  const [body, setBody] = useState<Body>(given?.body ?? empty);
  const set = (change: Partial<Body>) => setBody((before) => ({ ...before, ...change }));
  const { revision, isBehind, attempt } = useSaving(given, current, onClose);
  const [removal, setRemoval] = useState<FormRefusal | null>(null);
  const form = useForm({ name: given?.name ?? '' }, ({ name }) =>
    attempt(() => request(savePolicy, { body: { id: given?.id ?? null, companyId, revision, name, body } })),
  );
  useOffer(
    commands.deletePolicy,
    async () => {
      if (given === null) return;
      const refused = await attempt(() => request(deletePolicy, { params: { id: given.id } }));
      setRemoval(refused);
      if (refused === null) sayDeleted(text, 'policy', given.id, given.name);
    },
    { available: given !== null },
  );
  const last = body.steps.at(-1)?.after ?? 0;
  return (
    <FormDialog
      form={form}
      title={text(given === null ? 'notify.newPolicy' : 'notify.policy')}
      className="notified__dialog"
      label={text('sites.save')}
      disabled={form.values.name.trim() === ''}
      aside={<EditorAside isNew={given === null} isBehind={isBehind} remove={commands.deletePolicy} />}
      onClose={onClose}
    >
      <div className="notified__form form">
        <FormText form={form} name="name" label={text('notify.policyName')} />
        <div className="row gap-12 wrap text-12 notified__checks">
          <label className="row gap-4">
            <input type="checkbox" checked={body.enabled} onChange={() => set({ enabled: !body.enabled })} />
            {text('notify.on')}
          </label>
          {[1, 2, 3, 4].map((rank) => (
            <label key={rank} className="row gap-4">
              <input
                type="checkbox"
                checked={body.ranks.includes(rank)}
                onChange={() => set({ ranks: toggled(body.ranks, rank) })}
              />
              <LevelGlyph rank={rank} /> {words.level(rank)}
            </label>
          ))}
        </div>
        <fieldset className="notified__layer">
          <legend className="field__label">{text('notify.projects')}</legend>
          <div className="row gap-8 wrap text-12 notified__checks">
            {projects.map(({ id, name }) => (
              <label key={id} className="row gap-4">
                <input
                  type="checkbox"
                  checked={body.projects.includes(id)}
                  onChange={() => set({ projects: toggled(body.projects, id) })}
                />
                {name}
              </label>
            ))}
          </div>
        </fieldset>
        {body.steps.map((step, index) => (
          <StepEditor
            // biome-ignore lint/suspicious/noArrayIndexKey: a step is its place
            key={index}
            step={step}
            number={index + 1}
            receivers={receivers}
            words={words}
            onChange={(own) => set({ steps: body.steps.map((one, place) => (place === index ? own : one)) })}
            onRemove={() => set({ steps: body.steps.filter((_one, place) => place !== index) })}
          />
        ))}
        {body.steps.length < 10 && (
          <div>
            <Button
              icon="plus"
              label={text('notify.addStep')}
              onPress={() =>
                set({
                  steps: [
                    ...body.steps,
                    { after: body.steps.length === 0 ? 0 : last + 10, to: [], by: ['mail', 'push'] },
                  ],
                })
              }
            />
          </div>
        )}
        <div className="row gap-8 wrap text-12">
          <label className="row gap-4 notified__checks">
            <input
              type="checkbox"
              checked={body.repeat !== null}
              onChange={() => set({ repeat: body.repeat === null ? { every: last + 15, rounds: 6 } : null })}
            />
            {text('notify.repeat')}
          </label>
          {body.repeat !== null &&
            (['every', 'rounds'] as const).map((name) => (
              <Labelled key={name} label={text(`notify.repeat.${name}`)}>
                {(id) => (
                  <input
                    id={id}
                    type="number"
                    min={1}
                    max={name === 'every' ? 1440 : 48}
                    value={body.repeat?.[name] ?? 1}
                    onChange={({ target }) =>
                      set({
                        repeat: body.repeat && {
                          ...body.repeat,
                          [name]: Math.max(1, Math.trunc(Number(target.value))),
                        },
                      })
                    }
                  />
                )}
              </Labelled>
            ))}
        </div>
        {(['blue', 'yellow'] as const).map((level, index) => (
          <HoursEditor
            key={level}
            label={words.level(index + 1)}
            value={body.hours[level]}
            onChange={(value) => set({ hours: { ...body.hours, [level]: value } })}
          />
        ))}
        <FormProblem problem={form.problem ?? removal?.sentence ?? null} />
      </div>
    </FormDialog>
  );
}
