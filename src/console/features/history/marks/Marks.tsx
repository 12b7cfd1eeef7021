import { chart as chartCommands } from '../../../../../commands/chart/index.ts';
import { MarkGlyph } from '../../../components/chart/MarkLane.tsx';
import { CommandButton } from '../../../components/commands.tsx';
import { useFormat, useText } from '../../../components/i18n.ts';
import { type Marks as MarksOf, markIcons, markKinds } from './use-marks.ts';

/** Marks that are listed; the lane shows all. */
const mostShown = 100;

/** In the rail: the marks of what is in view, newest first, and which kinds of them are shown. */
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
  if (marks.every.length === 0) return null;
  const inView = marks.every.filter(({ t }) => t >= from && t <= to);
  const shown = inView.filter(({ of }) => !marks.hidden.has(of));
  const kinds = markKinds.filter((kind) => marks.every.some(({ of }) => of === kind));
  return (
    <section>
      <h2>
        {text('chart.marks')} <span className="num">{shown.length}</span>
      </h2>
      <div className="rail__kinds wrap gap-4 flex">
        {kinds.map((kind) => (
          <CommandButton
            key={kind}
            command={chartCommands.marks}
            args={{ kind }}
            icon={markIcons[kind]}
            look="ghost"
            label={`${text(`mark.${kind}`)} ${inView.filter(({ of }) => of === kind).length}`}
            pressed={!marks.hidden.has(kind)}
          />
        ))}
      </div>
      <ul className="rail__marks">
        {shown.slice(0, mostShown).map((mark) => (
          <li key={mark.key}>
            <button
              type="button"
              aria-pressed={mark.key === marks.chosen}
              onClick={() => marks.choose(mark.key)}
            >
              <MarkGlyph mark={mark} />
              <span className="num dim">{format.time(mark.t, zone, 'dayTime')}</span>
              <span>{mark.text}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
