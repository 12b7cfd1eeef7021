import { enumValues } from '../../../../catalogue/index.ts';
import { enumValueMessage } from '../../../../derive/messages.ts';
import { Glyph, StateLabel, stateMessage } from '../../../components/Glyph.tsx';
import { useText } from '../../../components/i18n.ts';
import { type NodeState, troubleStates } from './node-states.ts';

/** Glyphs of further states that fit into a line. */
const mostOthers = 2;

/** How a node is, by shape, word and colour; of a company or project the worst, how many, and what else is wrong. */
export function NodeStateLabel({ state: node }: { readonly state: NodeState }) {
  const text = useText();
  const { counts, total } = node;
  const install = node.install === null ? undefined : enumValues.installState[node.install];
  if (install !== undefined)
    return (
      <span className="state state--offline">
        <Glyph state="offline" />
        <span className="state__word">{text(enumValueMessage('installState', install))}</span>
      </span>
    );
  if (total === 0) return <StateLabel state={node.state} />;
  const wrong = counts.filter(([state]) => troubleStates.some((trouble) => trouble === state));
  const [worst, ...others] = wrong;
  if (worst === undefined) {
    const count = counts.reduce((sum, [of, own]) => sum + (of === 'offline' ? 0 : own), 0);
    return (
      <span className="state state--ok">
        <Glyph state={count === 0 ? 'offline' : 'ok'} />
        <span className="state__word num">
          {text('sites.countOf', { count, total, state: text('home.onSchedule') })}
        </span>
      </span>
    );
  }
  const [state, count] = worst;
  return (
    <span className="tree__states gap-8">
      <span className={`state state--${state}`}>
        <Glyph state={state} />
        <span className="state__word num">
          {text('sites.countOf', { count, total, state: text(stateMessage(state)) })}
        </span>
      </span>
      {others.slice(0, mostOthers).map(([other, many]) => (
        <span key={other} className={`state state--${other} num`} title={text(stateMessage(other))}>
          <Glyph state={other} />
          <span className="visually-hidden">{text(stateMessage(other))}</span>
          {many}
        </span>
      ))}
    </span>
  );
}
