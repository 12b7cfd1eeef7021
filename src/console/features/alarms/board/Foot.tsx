import { useFormat, useText } from '../../../components/i18n.ts';
import { Keys } from '../../../components/Keys.tsx';
import { spanOf } from '../../../components/values/span.ts';
import type { AlarmBoard } from './use-board.ts';

/** Below it counts as behind no more than that. */
const noticeable = 1000;

/** Counts, how far evaluation is behind, and the keys of the list. */
export function Foot({ board }: { readonly board: AlarmBoard }) {
  const text = useText();
  const format = useFormat();
  const { counts, open, shown, marked } = board;
  const behind = open.data?.behind ?? 0;
  const parts = [
    text('alarms.foot', { open: counts.open, asking: counts.asking }),
    text('alarms.foot.listed', { shown: shown.length }),
    ...(marked.size > 0 ? [text('alarms.foot.marked', { count: marked.size })] : []),
    ...(behind >= noticeable ? [text('alarms.behind', { span: spanOf(behind, format) })] : []),
  ];
  return (
    <footer className="aboard__foot row gap-12 raised text-11 dim">
      <span className="num ellipsis" role="status">
        {parts.join(' · ')}
      </span>
      <span className="grow" />
      <span className="aboard__keys row gap-12 rigid">
        <span className="row gap-4">
          <Keys value="j k" /> {text('alarms.key.move')}
        </span>
        <span className="row gap-4">
          <Keys value="x" /> {text('alarms.key.mark')}
        </span>
        <span className="row gap-4">
          <Keys value="enter" /> {text('alarms.key.station')}
        </span>
      </span>
    </footer>
  );
}
