import type { Mapping } from '../../../contract/mapping.ts';
import { channelMessage, kindMessage } from '../../../derive/messages.ts';
import { unitsLike } from '../../../domain/convert-unit.ts';
import { FormSelect, FormText } from '../../components/form/fields.tsx';
import type { Form } from '../../components/form/use-form.ts';
import { useFormat, useText } from '../../components/i18n.ts';
import { type Column, type MappingValues, refsOf, type TargetChannel, type Tried } from './draft.ts';
import { colourOf } from './SampleTable.tsx';

/** What each column of the sample becomes: a channel of the station, its unit, an expression. */
export function Columns(props: {
  readonly form: Form<MappingValues>;
  readonly columns: readonly Column[];
  readonly places: readonly TargetChannel[];
  readonly data: Tried;
  readonly mapping: Mapping | null;
}) {
  const { form, columns, places, data, mapping } = props;
  const text = useText();
  const format = useFormat();
  const refs = refsOf(columns, mapping ?? {});
  const isJson = (form.values['json'] ?? '') !== '';
  const used = columns.filter((_, at) => (form.values[`to.${at}`] ?? '') !== '').length;
  const label = ({ slot, kindId, row, channel }: TargetChannel) =>
    `${slot === 'rtu' ? 'RTU' : `${slot} ${kindId === null ? '' : text(kindMessage(kindId))}`} · ${text(channelMessage(row, channel.id))}`;
  const lastOf = (place: TargetChannel | undefined) => {
    if (place === undefined) return null;
    const sensor =
      mapping?.sensors.findIndex(({ slot, row }) => slot === place.slot && row === place.row) ?? -1;
    const curve = data.result?.curves.find(
      (one) => one.sensor === sensor && one.channel === place.channel.id,
    );
    return curve?.last == null
      ? null
      : `${format.number(curve.last, place.channel.type === 'number' ? place.channel.digits : 0)} ${curve.unit ?? ''}`;
  };
  if (isJson)
    return (
      <section className="column grow clips" aria-label={text('sourceMapping.json')}>
        <header className="panel__head">
          <h2>{text('sourceMapping.json')}</h2>
          <span className="dim text-12">{text('sourceMapping.jsonText')}</span>
        </header>
        <textarea
          className="mapping__json"
          aria-label={text('sourceMapping.json')}
          spellCheck={false}
          value={form.values['json']}
          aria-invalid={form.error('json') !== null}
          onChange={(event) => form.set('json', event.target.value)}
        />
        {data.problem !== null && (
          <p className="mapping__problem mapping__bad text-12">{data.problem.text}</p>
        )}
      </section>
    );
  return (
    <section className="column grow clips" aria-label={text('sourceMapping.columns')}>
      <header className="panel__head">
        <h2>{text('sourceMapping.columns')}</h2>
        <span className="dim text-12 num">{text('sourceMapping.used', { used, all: columns.length })}</span>
      </header>
      <div className="scroll">
        {columns.map(({ column, name, values, guess }, at) => {
          if (guess === 'time') return null;
          const place = places.find(({ value }) => value === form.values[`to.${at}`]);
          const units = place?.channel.type === 'number' ? unitsLike(place.channel.unit) : [];
          return (
            <fieldset
              key={column}
              className={`mapping__column mapping__edge${colourOf(refs[at] ?? '', mapping)}`}
              aria-label={name === '' ? String(column) : name}
            >
              <span className="column clips">
                <b className="num ellipsis">{name === '' ? column : name}</b>
                <span className="dim num text-11 ellipsis">{values.at(-1) ?? ''}</span>
              </span>
              <FormSelect
                form={form}
                name={`to.${at}`}
                label={text('sourceMapping.to')}
                options={[
                  { value: '', label: text('sourceMapping.leftOut') },
                  ...places.map((one) => ({ value: one.value, label: label(one) })),
                ]}
              />
              {place !== undefined && (
                <>
                  <FormSelect
                    form={form}
                    name={`unit.${at}`}
                    label={text('sourceMapping.unit')}
                    options={
                      units.length === 0
                        ? [{ value: '', label: '–' }]
                        : units.map((unit, index) => ({ value: index === 0 ? '' : unit, label: unit }))
                    }
                  />
                  <FormText form={form} name={`expression.${at}`} label={text('sourceMapping.expression')} />
                  <output className="num strong">{lastOf(place) ?? '–'}</output>
                </>
              )}
            </fieldset>
          );
        })}
        {data.problem !== null && (
          <p className="mapping__problem mapping__bad text-12">{data.problem.text}</p>
        )}
      </div>
    </section>
  );
}
