import { useState } from 'react';
import { baselines as baselineCommands } from '../../../../commands/baselines.ts';
import { kindByCode } from '../../../catalogue/index.ts';
import type { RowId } from '../../../catalogue/model.ts';
import type { BodyOf } from '../../../contract/call.ts';
import { addBaseline, withdrawBaseline } from '../../../contract/devices/baselines.ts';
import type { StationDetail } from '../../../contract/sites/stations.ts';
import { channelMessage, kindMessage } from '../../../derive/messages.ts';
import { ownInitials } from '../../../domain/baseline.ts';
import { CommandButton } from '../../components/commands.tsx';
import { FormDialog } from '../../components/form/FormDialog.tsx';
import { FormProblem, FormSelect, FormText } from '../../components/form/fields.tsx';
import { type FormRefusal, useForm } from '../../components/form/use-form.ts';
import { useFormat, useText } from '../../components/i18n.ts';
import { Permit } from '../../components/Permit.tsx';
import { useOffer } from '../../components/screen.ts';
import { readMoment } from '../../components/values/moment.ts';
import { typedNumber } from '../../components/values/typed-number.ts';
import { useChange } from '../../state/connection/change.ts';
import { request } from '../../state/connection/client.ts';
import { type BaselineView, baselinesKey } from '../../state/devices/baselines.ts';
import { BaselineList } from './BaselineList.tsx';
import './baselines.css';

type Sensor = StationDetail['sensors'][number];
type Body = BodyOf<typeof addBaseline>;
type InitialValues = BaselineView['initialValues'];

/** Boxes beyond which values are not typed by hand, but fetched. */
const mostBoxes = 12;

/** Every place of a sensor that can have an initial value: rows' own channels, then those of nodes or layers. */
function placesOf(sensor: Sensor) {
  const kind = kindByCode(sensor.kind);
  return sensor.latest
    .toSorted((a, b) => a.element - b.element)
    .flatMap(({ row, element }) =>
      (kind?.rows.includes(row as RowId) ? ownInitials(row as RowId, element > 0) : []).map((channel) => ({
        row: row as RowId,
        element,
        channel,
        field: `${row}.${channel.id}.${element}`,
      })),
    );
}

/** A sensor's initial values: those that it has, and a form for a new one. */
export function BaselineDialog(props: {
  readonly sensor: Sensor;
  readonly zone: string;
  /** All of them, the newest first. */
  readonly known: readonly BaselineView[];
  readonly onClose: () => void;
}) {
  const { sensor, zone, known, onClose } = props;
  const text = useText();
  const format = useFormat();
  const change = useChange(baselinesKey, text);
  const [withdrawn, setWithdrawn] = useState<BaselineView | null>(null);
  const [fetched, setFetched] = useState<{
    readonly initialValues: InitialValues;
    readonly readings: number;
  } | null>(null);
  const places = placesOf(sensor);
  const byHand = places.length > 0 && places.length <= mostBoxes;
  const name = sensor.name ?? text(kindMessage(kindByCode(sensor.kind)?.id ?? 'none'));
  const title = text('baselines.of', { slot: sensor.slot, name });
  const form = useForm(
    {
      how: 'latest',
      t: '',
      from: '',
      to: '',
      reason: '',
      ...Object.fromEntries(places.map(({ field }) => [field, ''])),
    } as Readonly<Record<string, string>>,
    async (values) => {
      const body = bodyOf(values, false);
      if (!('how' in body)) return body;
      const refused = await change(() => request(addBaseline, { params: { sensorId: sensor.id }, body }));
      if (refused === null) setFetched(null);
      return refused;
    },
  );
  const how = form.values['how'] ?? 'latest';

  /** What the form asks for, or what of it is not right. */
  function bodyOf(values: Readonly<Record<string, string>>, dryRun: boolean): Body | FormRefusal {
    const typed = values['t']?.trim() ?? '';
    const t = typed === '' ? undefined : readMoment(typed, zone);
    const wrong = (field: string) => ({ field, sentence: text('curve.badDate') });
    if (t === null) return wrong('t');
    const common = { reason: values['reason'] ?? '', dryRun, ...(t === undefined ? {} : { t }) };
    if (!dryRun && common.reason.trim() === '') return { field: 'reason', sentence: text('bound.required') };
    if (values['how'] === 'latest') return { how: 'latest', ...common };
    if (values['how'] === 'mean') {
      const from = readMoment(values['from'] ?? '', zone);
      const to = readMoment(values['to'] ?? '', zone, true);
      if (from === null) return wrong('from');
      if (to === null) return wrong('to');
      return { how: 'mean', ...common, from, to };
    }
    if (t === undefined) return wrong('t');
    const initialValues: InitialValues = [];
    for (const { row, element, channel, field } of places) {
      const box = values[field]?.trim() ?? '';
      if (box === '') continue;
      const value = typedNumber(box);
      if (Number.isNaN(value)) return { field, sentence: text('form.number') };
      initialValues.push({ row, element, channel: channel.id, value });
    }
    const [first] = places;
    if (initialValues.length === 0) return { field: first?.field ?? null, sentence: text('bound.required') };
    return { how: 'hand', ...common, t, initialValues };
  }

  const [problem, setProblem] = useState<string | null>(null);
  useOffer(
    baselineCommands.fetch,
    async () => {
      setProblem(null);
      const body = bodyOf(how === 'hand' ? { ...form.values, how: 'latest', t: '' } : form.values, true);
      if (!('how' in body)) {
        setProblem(body.sentence);
        return;
      }
      const refused = await change(async () => {
        const answer = await request(addBaseline, { params: { sensorId: sensor.id }, body });
        setFetched(answer);
        if (how !== 'hand') return;
        for (const { row, element, channel, value } of answer.initialValues) {
          if (value !== null) form.set(`${row}.${channel}.${element}`, String(value));
        }
        if ((form.values['t'] ?? '') === '') form.set('t', format.time(answer.t, zone, 'full'));
      });
      setProblem(refused?.sentence ?? null);
    },
    { available: places.length > 0 ? true : 'baselines.noReading' },
  );
  useOffer(
    baselineCommands.withdraw,
    ({ baselineId }) => setWithdrawn(known.find(({ id }) => id === baselineId) ?? null),
    {
      available: known.some((one) => one.withdrawn === null),
      choices: () =>
        known
          .filter((one) => one.withdrawn === null)
          .map(({ id, t }) => ({ value: id, label: format.time(t, zone, 'full') })),
    },
  );
  if (withdrawn !== null) {
    return (
      <Withdraw
        sensorId={sensor.id}
        baseline={withdrawn}
        since={format.time(withdrawn.t, zone, 'full')}
        onClose={() => setWithdrawn(null)}
      />
    );
  }
  const list = <BaselineList known={known} zone={zone} rowsOf={sensor.kind} />;
  return (
    <FormDialog
      form={form}
      title={title}
      label={text('baselines.save')}
      className="baselines"
      disabled={places.length === 0}
      onClose={onClose}
    >
      <p>{text('baselines.explain')}</p>
      {list}
      <Permit needs="station:baseline:edit">
        <div className="form baselines__form">
          <div className="form__pair gap-12 grid">
            <FormSelect
              form={form}
              name="how"
              label={text('baselines.how')}
              options={[
                { value: 'latest', label: text('baselines.how.latest') },
                { value: 'mean', label: text('baselines.how.mean') },
                ...(byHand ? [{ value: 'hand', label: text('baselines.how.hand') }] : []),
              ]}
            />
            <FormText
              form={form}
              name="t"
              label={text('baselines.since')}
              hint={text(how === 'hand' ? 'baselines.dateHint' : 'baselines.sinceHint', {
                zone: format.offset(zone, Date.now()),
              })}
            />
          </div>
          {how === 'mean' && (
            <div className="form__pair gap-12 grid">
              <FormText form={form} name="from" label={text('baselines.from')} />
              <FormText form={form} name="to" label={text('baselines.to')} />
            </div>
          )}
          {how === 'hand' && (
            <div className="baselines__boxes gap-8 grid">
              {places.map(({ row, element, channel, field }) => (
                <FormText
                  key={field}
                  form={form}
                  name={field}
                  label={`${text(channelMessage(row, channel.id))}${element === 0 ? '' : ` ${element}`} ${channel.unit ?? ''}`}
                />
              ))}
            </div>
          )}
          <FormText form={form} name="reason" label={text('baselines.reason')} />
          <div className="row wrap gap-8">
            <CommandButton
              command={baselineCommands.fetch}
              icon="refresh"
              label={text(how === 'hand' ? 'baselines.fill' : 'baselines.fetch')}
            />
            {fetched !== null && (
              <output className="num">
                {fetched.initialValues
                  .slice(0, mostBoxes)
                  .map(
                    ({ row, channel, element, value }) =>
                      `${text(channelMessage(row as RowId, channel))}${element === null || element === 0 ? '' : ` ${element}`} ${value ?? '–'}`,
                  )
                  .join(' · ')}
                {how === 'mean' && ` (${text('baselines.readings', { count: fetched.readings })})`}
              </output>
            )}
          </div>
        </div>
      </Permit>
      <FormProblem problem={problem ?? form.problem} />
    </FormDialog>
  );
}

/** Asks why, and withdraws. */
function Withdraw(props: {
  readonly sensorId: number;
  readonly baseline: BaselineView;
  readonly since: string;
  readonly onClose: () => void;
}) {
  const { sensorId, baseline, since, onClose } = props;
  const text = useText();
  const change = useChange(baselinesKey, text);
  const form = useForm({ reason: '' }, async ({ reason }) => {
    if (reason.trim() === '') return { field: 'reason', sentence: text('bound.required') };
    const params = { sensorId, baselineId: baseline.id };
    const refused = await change(() => request(withdrawBaseline, { params, body: { reason } }));
    if (refused === null) onClose();
    return refused;
  });
  return (
    <FormDialog
      form={form}
      title={text('baselines.withdrawTitle', { since })}
      label={text('baselines.withdraw')}
      onClose={onClose}
    >
      <p>{text('baselines.withdrawAsk')}</p>
      <div className="form baselines__form">
        <FormText form={form} name="reason" label={text('baselines.reason')} />
      </div>
      <FormProblem problem={form.problem} />
    </FormDialog>
  );
}
