import { type Standing, worstRank } from '../../../domain/folders/contents.ts';
import { Glyph, stateMessage } from '../../components/Glyph.tsx';
import { useText } from '../../components/i18n.ts';
import { LevelGlyph } from '../../components/levels/LevelGlyph.tsx';
import { useLevelWord } from '../../state/alarms/level-words.ts';
import '../../components/tree/tree.css';

const quiet = new Set(['ok', 'asleep', 'offline']);

/** How the stations of a folder are: the worst level, then what is silent, late or in fault, each with how many; and of all. */
export function StandingLabel({
  standing,
  brief = false,
}: {
  readonly standing: Standing;
  readonly brief?: boolean;
}) {
  const text = useText();
  const word = useLevelWord(text);
  const { total, ranks, states } = standing;
  const worst = worstRank(standing);
  const levels = ([4, 3, 2, 1] as const).filter((rank) => ranks[rank] > 0 && (!brief || rank === worst));
  const wrong = states.filter(([state]) => !quiet.has(state)).slice(0, brief ? 2 : 7);
  const silentOnly = levels.length === 0 && wrong.length === 0;
  return (
    <span className="tree__states gap-8">
      {levels.map((rank) => (
        <span key={rank} className={`state levelword--${rank} num`} title={word(rank)}>
          <LevelGlyph rank={rank} />
          <span className={brief ? 'visually-hidden' : ''}>{word(rank)}</span>
          {ranks[rank]}
        </span>
      ))}
      {wrong.map(([state, count]) => (
        <span key={state} className={`state state--${state} num`} title={text(stateMessage(state))}>
          <Glyph state={state} />
          <span className={brief ? 'visually-hidden' : ''}>{text(stateMessage(state))}</span>
          {count}
        </span>
      ))}
      {silentOnly && total > 0 && <Glyph state="ok" />}
      <span className="num faint folders__total" title={text('folders.count', { count: total })}>
        {total}
      </span>
    </span>
  );
}
