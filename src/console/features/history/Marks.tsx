import { Icon } from '../../components/Icon.tsx';
import { useFormat, useText } from '../../components/i18n.ts';
import type { Marks as MarksOf } from './use-marks.ts';

/** In the rail: the marks of what is in view, newest first. */
export function Marks(props: {
  readonly marks: MarksOf;
  /** What is in view, UTC ms. */
  readonly from: number;
  readonly to: number;
  readonly zone: string;
}) {
  const { marks, from, to, zone } = props;
  const text = useText();
  const format = useFormat();
  const shown = marks.all.filter(({ t }) => t >= from && t <= to);
  if (marks.all.length === 0) return null;
  return (
    <section>
      <h2>
        {text('remarks.marks')} <span className="num">{shown.length}</span>
      </h2>
      <ul className="rail__marks">
        {shown.map((mark) => (
          <li key={mark.key}>
            <button
              type="button"
              aria-pressed={mark.key === marks.chosen}
              onClick={() => marks.choose(mark.key)}
            >
              <Icon name={mark.icon} />
              <span className="num dim">{format.time(mark.t, zone, 'dayTime')}</span>
              <span>{mark.text}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
