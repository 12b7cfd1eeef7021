import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { sites as siteCommands } from '../../../../commands/sites.ts';
import { kindByCode, rows, rtu as rtuOwner } from '../../../catalogue/index.ts';
import type { KindDefinition } from '../../../catalogue/model.ts';
import { type MetricAlias, mapMetric, rtuMetrics, unmapMetric } from '../../../contract/metrics.ts';
import type { SiteRtu, SiteStation } from '../../../contract/sites/sites.ts';
import { elementMessage, kindChannelMessage, kindMessage } from '../../../derive/messages.ts';
import { type KindMetrics, metrics as metricsOf, type ReadingMetric } from '../../../derive/metrics.ts';
import { CommandButton } from '../../components/commands.tsx';
import { FormFoot, FormProblem, FormSelect, FormText } from '../../components/form/fields.tsx';
import { type FormRefusal, useForm } from '../../components/form/use-form.ts';
import { useFormat, useText } from '../../components/i18n.ts';
import { Panel } from '../../components/Panel.tsx';
import { useOffer } from '../../components/screen.ts';
import { typedNumber } from '../../components/values/typed-number.ts';
import { request } from '../../state/connection/client.ts';
import { notNumbers } from './numbers.ts';
import { useSiteChange } from './use-sites.ts';

/** Nodes or layers that a sensor may have. */
const mostElements = 128;
/** Polling interval for what the RTU sends, ms: no event reports it. */
const seenEvery = 5000;
/** Stands for the RTU itself among the slots. */
const self = 'rtu';

type Ours = Pick<ReadingMetric, 'name' | 'row' | 'channel'>;
type Theirs = Pick<MetricAlias, 'device' | 'metric'>;
const keyOf = ({ device, metric }: Theirs) => JSON.stringify([device, metric]);
const nameOf = ({ device, metric }: Theirs) => (device === '' ? metric : `${device} / ${metric}`);

/** The kind of the sensor at a slot; undefined for a slot that is free, and for the RTU itself. */
function kindAt(rtu: SiteRtu, slot: string): KindDefinition | undefined {
  const sensor = rtu.sensors.find((one) => one.retiredAt === null && String(one.slot) === slot);
  return sensor === undefined ? undefined : kindByCode(sensor.kind);
}

/** The metrics of what stands at a slot; null for a slot that is free. */
function metricsAt(rtu: SiteRtu, slot: string): KindMetrics | null {
  if (slot === self) return metricsOf(rtuOwner);
  const kind = kindAt(rtu, slot);
  return kind === undefined ? null : metricsOf(kind);
}

/** What can be mapped to at a slot: of the sensor itself, or of its nodes or layers. */
function readingsAt(rtu: SiteRtu, slot: string, element: string): readonly Ours[] {
  const metrics = metricsAt(rtu, slot);
  const elements = metrics?.elements ?? null;
  if (elements === null || isItself(element)) return metrics?.readings ?? [];
  return elements.columns.map(({ name, channel }) => ({ name, row: elements.row, channel }));
}

const isItself = (element: string) => element.trim() === '' || element.trim() === '0';

function MapForm(props: { readonly rtu: SiteRtu; readonly theirs: readonly Theirs[] }) {
  const { rtu, theirs } = props;
  const text = useText();
  const change = useSiteChange();
  const sensors = rtu.sensors.filter(({ retiredAt }) => retiredAt === null);
  const firstSlot = String(sensors[0]?.slot ?? self);
  const initial = {
    metric: theirs[0] === undefined ? '' : keyOf(theirs[0]),
    slot: firstSlot,
    element: '',
    channel: readingsAt(rtu, firstSlot, '')[0]?.name ?? '',
    unit: '',
    scale: '1',
  };
  const form = useForm(
    initial,
    async (values) => {
      const wrong = notNumbers(values, ['scale'], text);
      if (wrong !== null) return wrong;
      const chosen = theirs.find((one) => keyOf(one) === values.metric);
      const several = metricsAt(rtu, values.slot)?.elements != null;
      const element = several && !isItself(values.element) ? Number(values.element) : 0;
      const channel = readingsAt(rtu, values.slot, values.element).find(
        ({ name }) => name === values.channel,
      );
      if (chosen === undefined) return { field: 'metric', sentence: text('sites.metrics.choose') };
      if (!Number.isInteger(element) || element < 0 || element > mostElements)
        return { field: 'element', sentence: text('sites.metrics.elementHint', { most: mostElements }) };
      if (channel === undefined) return { field: 'channel', sentence: text('sites.metrics.choose') };
      const unit = values.unit.normalize('NFC').trim();
      const { device, metric } = chosen;
      const body = {
        ...{ device, metric, channel: channel.name, scale: typedNumber(values.scale) },
        slot: values.slot === self ? null : Number(values.slot),
        element,
        unit: unit === '' ? null : unit,
      };
      return change(() => request(mapMetric, { params: { rtuId: rtu.id }, body }));
    },
    siteCommands.mapMetric,
  );
  const elements = metricsAt(rtu, form.values.slot)?.elements ?? null;
  const channels = readingsAt(rtu, form.values.slot, form.values.element).map(({ name, row, channel }) => {
    const unit = channel.type === 'number' && channel.unit !== null ? ` (${channel.unit})` : '';
    return {
      value: name,
      label: `${text(kindChannelMessage(kindAt(rtu, form.values.slot), row, channel.id))}${unit} · ${name}`,
    };
  });
  return (
    <form className="form" noValidate onSubmit={form.onSubmit} aria-label={text('sites.metrics.map')}>
      <FormSelect
        form={form}
        name="metric"
        label={text('sites.metrics.theirs')}
        options={theirs.map((one) => ({ value: keyOf(one), label: nameOf(one) }))}
      />
      <div className="form__pair gap-12 grid">
        <FormSelect
          form={form}
          name="slot"
          label={text('sites.sensor.slot')}
          options={[
            ...sensors.map(({ slot, name, kind }) => ({
              value: String(slot),
              label: `${slot} · ${name ?? text(kindMessage(kindByCode(kind)?.id ?? 'none'))}`,
            })),
            { value: self, label: text('sites.rtu') },
          ]}
        />
        <FormSelect
          form={form}
          name="channel"
          label={text('sites.metrics.ours')}
          options={[{ value: '', label: text('sites.metrics.choose') }, ...channels]}
        />
      </div>
      {elements !== null && (
        <FormText
          form={form}
          name="element"
          label={text('table.element')}
          hint={text('sites.metrics.elementHint', { most: mostElements })}
        />
      )}
      <div className="form__pair gap-12 grid">
        <FormText
          form={form}
          name="unit"
          label={text('sites.metrics.unit')}
          hint={text('sites.metrics.unitHint')}
        />
        <FormText
          form={form}
          name="scale"
          label={text('sites.metrics.scale')}
          hint={text('sites.metrics.scaleHint')}
        />
      </div>
      <FormFoot form={form} label={text('sites.metrics.map')} disabled={theirs.length === 0} />
    </form>
  );
}

/** Metrics of an RTU that names them otherwise than the catalogue: their last values, and what each stands for. */
export function MetricsPanel(props: { readonly station: SiteStation; readonly rtu: SiteRtu }) {
  const { station, rtu } = props;
  const text = useText();
  const format = useFormat();
  const change = useSiteChange();
  const [refused, setRefused] = useState<FormRefusal | null>(null);
  const { data } = useQuery({
    queryKey: ['sites', 'metrics', rtu.id],
    queryFn: ({ signal }) => request(rtuMetrics, { params: { rtuId: rtu.id }, signal }),
    refetchInterval: seenEvery,
  });
  const aliases = new Map((data?.aliases ?? []).map((alias) => [keyOf(alias), alias]));
  const placeOf = ({ slot, element }: MetricAlias) => {
    if (slot === null) return text('sites.rtu');
    const row = metricsAt(rtu, String(slot))?.elements?.row;
    const id = row === undefined ? undefined : rows[row].elements?.id;
    return row === undefined || id === undefined || element === 0
      ? String(slot)
      : `${slot} · ${text(elementMessage(row, id), { number: element })}`;
  };
  const seen = new Map((data?.seen ?? []).map((one) => [keyOf(one), one]));
  const all = [...new Map<string, Theirs>([...aliases, ...seen])];
  useOffer(
    siteCommands.unmapMetric,
    async ({ metric }) => {
      const alias = aliases.get(metric);
      if (alias === undefined) return;
      const body = { device: alias.device, metric: alias.metric };
      setRefused(await change(() => request(unmapMetric, { params: { rtuId: rtu.id }, body })));
    },
    {
      available: aliases.size === 0 ? 'sites.metrics.none' : true,
      choices: () => [...aliases].map(([value, alias]) => ({ value, label: nameOf(alias) })),
    },
  );
  if (data === undefined || all.length === 0) return null;
  // What is not mapped comes first: it is what there is to do.
  const sorted = all.sort(([a], [b]) => Number(aliases.has(a)) - Number(aliases.has(b)));
  return (
    <Panel title={text('sites.metrics')}>
      <p className="dim">{text('sites.metrics.text')}</p>
      <FormProblem problem={refused?.sentence ?? null} />
      <div className="sites__rows">
        <table className="plain">
          <thead>
            <tr>
              <th>{text('sites.metrics.theirs')}</th>
              <th className="r">{text('sites.metrics.value')}</th>
              <th>{text('sites.metrics.at')}</th>
              <th>{text('sites.metrics.ours')}</th>
            </tr>
          </thead>
          <tbody>
            {sorted.map(([key, theirs]) => {
              const alias = aliases.get(key);
              const reported = seen.get(key);
              return (
                <tr key={key}>
                  <td className="num">{nameOf(theirs)}</td>
                  <td className="r num">{reported?.value ?? '–'}</td>
                  <td className="num">
                    {reported === undefined ? '–' : format.time(reported.at, station.timeZone, 'dayTime')}
                  </td>
                  <td>
                    {alias === undefined ? (
                      <span className="dim">{text('sites.metrics.unmapped')}</span>
                    ) : (
                      <div className="form__foot row wrap gap-8">
                        <span className="num">
                          {`${placeOf(alias)} · ${alias.channel} × ${alias.scale} ${alias.unit ?? ''}`}
                        </span>
                        <CommandButton
                          command={siteCommands.unmapMetric}
                          args={{ metric: key }}
                          label={text('sites.metrics.unmap')}
                        />
                      </div>
                    )}
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
      <MapForm
        key={`${rtu.id} ${sorted[0]?.[0] ?? ''} ${aliases.size}`}
        rtu={rtu}
        theirs={sorted.map(([, theirs]) => theirs)}
      />
    </Panel>
  );
}
