import type { Mapping } from '../../../contract/mapping.ts';
import type { SiteStation } from '../../../contract/sites/sites.ts';
import { FormSelect, FormText } from '../../components/form/fields.tsx';
import type { Form } from '../../components/form/use-form.ts';
import { useFormat, useText } from '../../components/i18n.ts';
import { spanOf } from '../../components/values/span.ts';
import { type MappingValues, refsOf, shownZone, type Tried } from './draft.ts';

/** Which column is the time, how it is written, whose clock it is; and the first and last row, read aloud. */
export function TimePart(props: {
  readonly form: Form<MappingValues>;
  readonly data: Tried;
  readonly stations: readonly SiteStation[];
  readonly base: Mapping;
}) {
  const { form, data, stations, base } = props;
  const text = useText();
  const format = useFormat();
  const { result } = data;
  const refs = refsOf(data.columns, base);
  const columns = refs.map((ref, at) => ({
    value: String(ref),
    label: data.columns[at]?.name || String(ref),
  }));
  const zone = shownZone(form.values['timeZone'] ?? '');
  const isKept = !('column' in base.time);
  const read = (t: number) => format.time(t, zone, 'full');
  return (
    <section aria-label={text('sourceMapping.time')}>
      <header className="panel__head">
        <h2>{text('sourceMapping.time')}</h2>
        {data.isAmbiguous && <span className="mapping__bad text-12">{text('sourceMapping.ambiguous')}</span>}
      </header>
      <div className="mapping__fields">
        <FormSelect
          form={form}
          name="time"
          label={text('sourceMapping.timeColumn')}
          options={[
            ...(isKept ? [{ value: '@kept', label: text('sourceMapping.timeParts') }] : []),
            ...columns,
            ...(base.format === 'json'
              ? [{ value: '@received', label: text('sourceMapping.received') }]
              : []),
          ]}
        />
        <FormText form={form} name="pattern" label={text('sourceMapping.pattern')} />
        <FormText form={form} name="timeZone" label={text('sourceMapping.zone')} />
        <FormSelect
          form={form}
          name="repeated"
          label={text('sourceMapping.repeated')}
          options={[
            { value: '', label: text('sourceMapping.repeated.none') },
            { value: 'order', label: text('sourceMapping.repeated.order') },
            { value: 'first', label: text('sourceMapping.repeated.first') },
            { value: 'second', label: text('sourceMapping.repeated.second') },
          ]}
        />
        <FormSelect
          form={form}
          name="station"
          label={text('sourceMapping.station')}
          options={stations.map(({ code, name }) => ({ value: code, label: `${code} ${name}` }))}
        />
        <FormText form={form} name="missing" label={text('sourceMapping.missing')} />
        <FormSelect
          form={form}
          name="onlyColumn"
          label={text('sourceMapping.onlyColumn')}
          options={[
            { value: '', label: text('sourceMapping.allRows') },
            ...columns,
            { value: '@topic', label: text('sourceMapping.topic') },
          ]}
        />
        <FormText form={form} name="onlyValue" label={text('sourceMapping.onlyValue')} />
      </div>
      <p className="mapping__aloud text-12" role="status">
        {result?.first != null && result.last !== null
          ? text('sourceMapping.aloud', {
              first: read(result.first.t),
              last: read(result.last.t),
              zone: form.values['timeZone'] ?? '',
              step: result.step === null ? '–' : spanOf(result.step, format),
            })
          : (data.problem?.text ??
            text('sourceMapping.unreadableRow', {
              line: result?.groups[0]?.line ?? data.lines[0]?.line ?? 1,
            }))}
      </p>
    </section>
  );
}
