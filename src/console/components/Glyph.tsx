import type { MessageId } from '../../base/messages.ts';
import type { StationState } from '../../domain/station-state.ts';
import { glyphShapes } from './glyph-shapes.ts';
import { useText } from './i18n.ts';

const color = (variable: string | null) => (variable === null ? 'none' : `var(${variable})`);

/** The shape of a state; decoration, the word stands beside it or in a label. */
export function Glyph({ state, size = 12 }: { readonly state: StationState; readonly size?: number }) {
  const { path, fill, stroke, strokeWidth, cut } = glyphShapes[state];
  return (
    <svg className="glyph" viewBox="0 0 12 12" aria-hidden="true" style={{ width: size, height: size }}>
      <path
        d={path}
        fill={color(fill)}
        stroke={color(stroke)}
        strokeWidth={strokeWidth}
        strokeLinejoin="round"
        strokeLinecap="round"
      />
      {cut && (
        <path
          d={cut.path}
          fill="none"
          stroke="var(--surface-panel)"
          strokeWidth={cut.width}
          strokeLinecap="round"
        />
      )}
    </svg>
  );
}

/** The word of a state. */
export const stateMessage = (state: StationState): MessageId => `state.${state}`;

/** Shape and word. */
export function StateLabel({ state }: { readonly state: StationState }) {
  const text = useText();
  return (
    <span className={`state state--${state}`}>
      <Glyph state={state} />
      <span className="state__word">{text(stateMessage(state))}</span>
    </span>
  );
}

/** Shape and word on a soft ground. */
export function StatePill({ state }: { readonly state: StationState }) {
  const text = useText();
  return (
    <span className={`pill pill--${state}`}>
      <Glyph state={state} />
      {text(stateMessage(state))}
    </span>
  );
}
