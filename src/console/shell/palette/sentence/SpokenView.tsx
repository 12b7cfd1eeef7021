import type { RefObject } from 'react';
import { plans } from '../../../../../commands/plans/index.ts';
import { stations } from '../../../../../commands/stations/index.ts';
import type { Command, CommandCall } from '../../../../command/command.ts';
import type { PaletteBox } from '../box/use-box.ts';
import type { usePages } from '../pages/use-pages.ts';
import type { RowActions } from '../use-row-actions.ts';
import { AlarmSentenceView } from './AlarmSentenceView.tsx';
import { CommandSentenceView } from './CommandSentenceView.tsx';
import { SentenceView } from './SentenceView.tsx';
import { Unclear } from './Unclear.tsx';
import type { Spoken } from './use-sentence.ts';

/** What was typed, as the sentence that it is. */
export function SpokenView(props: {
  readonly spoken: Spoken;
  readonly box: PaletteBox;
  readonly pages: ReturnType<typeof usePages>;
  readonly actions: RowActions;
  readonly now: number;
  /** The row that is chosen, by its value. */
  readonly selected: string;
  readonly plan: RefObject<(() => void) | null>;
  readonly run: (call: CommandCall) => void;
}) {
  const { spoken, box, pages, actions, now, selected, plan, run } = props;
  const { ofAlarms, ofSet, ofCommand, unclear } = spoken;
  if (unclear !== null)
    return (
      <Unclear
        named={unclear}
        onName={({ code }) => {
          box.setPrefix(null);
          box.setQuery(`${unclear.before}@${code} ${unclear.after.trimStart()}`);
        }}
      />
    );
  if (ofAlarms !== null) return <AlarmSentenceView sentence={ofAlarms} now={now} onRun={run} />;
  if (ofCommand !== null)
    return (
      <CommandSentenceView
        sentence={ofCommand}
        now={now}
        selected={selected}
        onRun={({ entry, args }) =>
          entry.command === (stations.open as Command) ? run({ ...entry, args }) : pages.go(entry, args)
        }
      />
    );
  return ofSet === null ? null : (
    <SentenceView
      sentence={ofSet}
      lines={spoken.lines}
      ticked={ofSet.stationText === '' ? box.ticked : []}
      now={now}
      onSet={actions.set}
      onPlan={(args) => run({ command: plans.add as Command, args })}
      onPlanOfMany={(args) => run({ command: plans.create as Command, args })}
      selected={selected}
      plan={plan}
    />
  );
}
