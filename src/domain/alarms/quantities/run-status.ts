import { runStatusFlags } from '../../../catalogue/rows/status.ts';
import { reportAge, reported } from '../methods/status-report.ts';
import { choiceOf, type QuantityDefinition } from '../model.ts';

/** A flag of the newest status report's run status: 1 = fault; unknown where the RTU has been silent (3 send cycles) since. */
export const runStatus: QuantityDefinition = {
  id: 'runStatus',
  of: 'rtu',
  unit: { of: 'own', unit: null },
  args: { flag: { type: 'choice', choices: runStatusFlags, standard: 'batteryVoltage' } },
  history: (_args, { sendCycle }) => reportAge(sendCycle),
  evaluate: (input, args) => {
    const bit = runStatusFlags.indexOf(choiceOf(args, 'flag'));
    const flags = reported(input, 'runStatus');
    return flags === null || bit < 0 ? null : (flags >>> bit) & 1;
  },
};
