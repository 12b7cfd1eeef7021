import { useText } from '../../components/i18n.ts';
import { Keys } from '../../components/Keys.tsx';
import { prefixes } from './prefix.ts';

/** What the keys do, the prefixes, and how many of how many are shown. */
export function Foot(props: {
  /** Gives the chosen row a key; undefined where it cannot have one. */
  readonly onBind: (() => void) | undefined;
  /** The chosen row is a recent one. */
  readonly canForget: boolean;
  /** The sentence can go into a plan. */
  readonly canPlan: boolean;
  readonly shown: number;
  readonly total: number;
}) {
  const text = useText();
  return (
    <footer className="palette__foot row rigid one-line raised text-11 dim">
      <span>
        <Keys value="arrowup arrowdown" /> {text('palette.foot.move')}
      </span>
      <span>
        <Keys value="enter" /> {text('palette.foot.run')}
      </span>
      <span>
        <kbd>Tab</kbd> {text('palette.foot.tick')}
      </span>
      {props.canPlan && (
        <span>
          <Keys value="alt+enter" /> {text('palette.foot.plan')}
        </span>
      )}
      {props.onBind && (
        <button type="button" className="palette__bind" onClick={props.onBind}>
          <Keys value="f2" /> {text('palette.foot.bind')}
        </button>
      )}
      {props.canForget && (
        <span>
          <Keys value="shift+delete" /> {text('palette.foot.forget')}
        </span>
      )}
      <span className="palette__prefixes mono">{prefixes.join(' ')}</span>
      <span className="num">{text('palette.foot.count', { shown: props.shown, total: props.total })}</span>
    </footer>
  );
}
