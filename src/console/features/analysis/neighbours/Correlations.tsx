import { chanceOf, type Neighbours } from '../../../../domain/lenses/neighbours.ts';
import { useFormat, useText } from '../../../components/i18n.ts';

/** Rows and columns that a matrix has; of more series the first ones. */
export const mostShown = 12;

/** The correlations of the changes, paler where chance reaches as much. */
export function Correlations(props: { readonly found: Neighbours; readonly labels: readonly string[] }) {
  const { found, labels } = props;
  const text = useText();
  const format = useFormat();
  const shown = labels.slice(0, mostShown);
  return (
    <section
      className="neighbours__matrix"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it is scrolled, by keys too
      tabIndex={0}
      aria-label={text('analysis.neighbours.matrix')}
    >
      <h2 className="text-12">{text('analysis.neighbours.matrix')}</h2>
      <table className="num text-11">
        <thead>
          <tr>
            <td />
            {shown.map((label, i) => (
              <th key={label} scope="col" title={label}>
                {i + 1}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map((label, row) => (
            <tr key={label}>
              <th scope="row" className="ellipsis" title={label}>
                {row + 1} {label}
              </th>
              {shown.map((other, column) => {
                const rho = found.correlation[row]?.[column] ?? Number.NaN;
                const pairs = found.pairs[row]?.[column] ?? 0;
                const isSure = Math.abs(rho) > chanceOf(pairs);
                const share = Math.round(Math.abs(rho || 0) * 45);
                return (
                  <td
                    key={other}
                    className={isSure ? 'strong' : 'dim'}
                    title={text('analysis.neighbours.pairs', { pairs })}
                    style={
                      isSure
                        ? {
                            background: `color-mix(in srgb, var(${rho < 0 ? '--c1' : '--c2'}) ${share}%, transparent)`,
                          }
                        : undefined
                    }
                  >
                    {Number.isNaN(rho) ? '–' : format.number(rho, 2)}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
