import { useEffect, useRef } from 'react';
import type { Mapping } from '../../../contract/mapping.ts';
import { useFormat, useText } from '../../components/i18n.ts';
import { refsOf, type Tried } from './draft.ts';

/** Series colours of the themes: a column keeps its own from the sample to the curve. */
const colours = 6;

/** Number of the colour of a column, from 1; 0 = it is not used. */
export function colourOf(ref: string | number, mapping: Mapping | null): number {
  const used = (mapping?.sensors ?? []).flatMap(({ channels }) =>
    Object.values(channels).flatMap(({ column }) => (column === undefined ? [] : [column])),
  );
  const at = used.indexOf(ref);
  return at < 0 ? 0 : (at % colours) + 1;
}

/** The sample as it came: what is refused is outlined, what is used has the colour of its curve. */
export function SampleTable(props: {
  readonly data: Tried;
  readonly mapping: Mapping | null;
  /** Line that is looked for; null = none. */
  readonly focus: number | null;
}) {
  const { data, mapping, focus } = props;
  const text = useText();
  const format = useFormat();
  const row = useRef<HTMLTableRowElement>(null);
  useEffect(() => {
    if (focus !== null) row.current?.scrollIntoView({ block: 'center' });
  }, [focus]);
  const refs = refsOf(data.columns, mapping ?? {});
  const time = mapping !== null && 'column' in mapping.time ? mapping.time.column : null;
  const wrong = new Map<number, Set<string>>();
  for (const { line, channel } of data.result?.bad ?? [])
    wrong.set(line, (wrong.get(line) ?? new Set()).add(channel));
  const channelsOf = (ref: string | number) =>
    (mapping?.sensors ?? []).flatMap(({ channels }) =>
      Object.entries(channels).flatMap(([id, { column }]) => (column === ref ? [id] : [])),
    );
  const isBad = (line: number, ref: string | number) => {
    const found = wrong.get(line);
    if (found === undefined) return false;
    return found.has('') ? ref === time || time === null : channelsOf(ref).some((id) => found.has(id));
  };
  const total = format.number(data.total, 0);
  return (
    <section className="mapping__sample column" aria-label={text('sourceMapping.sample')}>
      <header className="panel__head">
        <h2>{text('sourceMapping.sample')}</h2>
        <span className="dim text-12 num ellipsis">
          {text(data.isCut ? 'sourceMapping.beginning' : 'sourceMapping.rows', { total, name: data.name })}
        </span>
      </header>
      <div className="scroll">
        <table className="mapping__table num">
          <thead>
            <tr>
              <th>#</th>
              {data.columns.map(({ column, name }, at) => (
                <th
                  key={column}
                  className={`mapping__c${refs[at] === time ? 't' : colourOf(refs[at] ?? '', mapping)}`}
                >
                  {name === '' ? column : name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {data.lines.map(({ line, cells }) => (
              <tr key={line} ref={line === focus ? row : null} className={line === focus ? 'is-active' : ''}>
                <td className="dim">{line}</td>
                {refs.map((ref, at) => (
                  <td key={String(ref)} className={isBad(line, ref) ? 'is-bad' : ''}>
                    {cells[at] ?? ''}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
