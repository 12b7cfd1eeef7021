import { analysis } from '../../../../commands/analysis.ts';
import { type LensId, lenses } from '../../../domain/lenses/index.ts';
import { useCommands } from '../../components/commands.tsx';
import { useText } from '../../components/i18n.ts';
import { LevelGlyph } from '../../components/levels/LevelGlyph.tsx';
import type { LensShown } from './shown.ts';

/** The lenses of a station, each with its answer in one line; one of them is open. */
export function Strip(props: {
  readonly ids: readonly LensId[];
  readonly open: LensId;
  readonly shown: Readonly<Partial<Record<LensId, LensShown>>>;
}) {
  const text = useText();
  const commands = useCommands();
  return (
    <div className="lenses rigid raised" role="tablist" aria-label={text('analysis.lenses')}>
      {props.ids.map((id) => {
        const own = props.shown[id];
        return (
          <button
            key={id}
            type="button"
            role="tab"
            id={`lens-${id}`}
            aria-selected={id === props.open}
            className="lenses__one"
            onClick={() => commands.run(analysis[id], {}, 'button')}
          >
            <span className="lenses__name text-11 dim ellipsis">{text(`analysis.${id}.title`)}</span>
            <span className="lenses__answer strong ellipsis num">
              {own?.level !== undefined && <LevelGlyph rank={own.level} />}{' '}
              {own?.answer ?? (own?.part == null ? '–' : `${Math.round(own.part * 100)} %`)}
            </span>
            <kbd>{lenses[id].key}</kbd>
          </button>
        );
      })}
    </div>
  );
}
