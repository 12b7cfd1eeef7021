import { Icon } from '../../components/Icon.tsx';
import { useFormat, useText } from '../../components/i18n.ts';
import { Sparkline } from '../../components/values/Sparkline.tsx';
import { spanOf } from '../../components/values/span.ts';
import type { DataSource } from '../../state/sites/sources.ts';
import { stateOf, wayIcons } from './words.ts';

const day = 86_400_000;
/** Days from which on a token is old (GLOSSARY: age of a credential). */
const old = 365;

/** Sources with what came of them in the last 24 hours. */
export function SourceList(props: {
  readonly sources: readonly DataSource[];
  readonly chosen: number | null;
  readonly onChoose: (id: number) => void;
}) {
  const text = useText();
  const format = useFormat();
  const now = Date.now();
  return (
    <div className="scroll">
      <table className="plain sources__list">
        <thead>
          <tr>
            <th>{text('dataSources.source')}</th>
            <th>{text('dataSources.state')}</th>
            <th className="sources__wide">{text('dataSources.hours')}</th>
            <th className="r">{text('dataSources.stored')}</th>
            <th className="r">{text('dataSources.refused')}</th>
            <th className="sources__wide">{text('dataSources.credential')}</th>
          </tr>
        </thead>
        <tbody>
          {props.sources.map((source) => {
            const state = stateOf(source);
            const age = source.credential === null ? null : Math.floor((now - source.credential.at) / day);
            return (
              <tr key={source.id} className={source.id === props.chosen ? 'is-active' : ''}>
                <td>
                  <button
                    type="button"
                    className="sources__name"
                    aria-current={source.id === props.chosen}
                    onClick={() => props.onChoose(source.id)}
                  >
                    <Icon name={wayIcons[source.way]} />
                    <span className="column">
                      <b className="strong">{source.name}</b>
                      <span className="dim text-11">{text(`dataSources.way.${source.way}`)}</span>
                    </span>
                  </button>
                </td>
                <td>
                  <span className={`sources__state is-${state}`}>{text(`dataSources.state.${state}`)}</span>
                  <span className="dim text-11 num sources__ago">
                    {source.lastAt === null
                      ? '–'
                      : text('dataSources.ago', { span: spanOf(now - source.lastAt, format) })}
                  </span>
                </td>
                <td className="sources__wide">
                  <Sparkline values={source.hours} />
                </td>
                <td className="r num">{format.number(source.stored, 0)}</td>
                <td className={`r num ${source.refused > 0 ? 'sources__bad' : ''}`}>
                  {format.number(source.refused, 0)}
                </td>
                <td className="sources__wide num text-12">
                  {age === null ? (
                    <span className="dim">–</span>
                  ) : (
                    <span className="row gap-4">
                      {age >= old && <Icon name="key" />}
                      {age >= old && <span className="visually-hidden">{text('dataSources.old')}</span>}
                      {text('dataSources.age', { days: age })}
                    </span>
                  )}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
