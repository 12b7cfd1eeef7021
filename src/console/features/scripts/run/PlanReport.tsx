import { scripts as scriptCommands } from '../../../../../commands/scripts/index.ts';
import { CommandButton } from '../../../components/commands.tsx';
import { useText } from '../../../components/i18n.ts';
import { useReport } from '../report/use-report.ts';

/** Saves the report of the plan that is shown, by whomever it was made. */
export default function PlanReport({ planId }: { readonly planId: string }) {
  const text = useText();
  useReport(planId, () => {});
  return <CommandButton command={scriptCommands.export} icon="download" label={text('scripts.report')} />;
}
