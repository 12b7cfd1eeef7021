import type { QuantityDefinition } from '../model.ts';

/** Send cycles after which a silent RTU is one that was never heard. Assumed. */
const longest = 100;

/**
 * Time since anything of the RTU was received, in send cycles: late is 1.5, silent is 3 (src/catalogue/README.md#contacts).
 * Unknown where nothing was received for 100 cycles.
 */
export const silence: QuantityDefinition = {
  id: 'silence',
  of: 'rtu',
  timed: 'receipts',
  unit: { of: 'own', unit: null },
  args: {},
  history: (_args, { sendCycle }) => longest * sendCycle * 1000,
  evaluate: ({ t, receipts, sendCycle }) => {
    const last = receipts.findLast((at) => at <= t);
    if (last === undefined) return null;
    const cycles = (t - last) / (sendCycle * 1000);
    return cycles <= longest ? cycles : null;
  },
};
