import type { KindDefinition } from '../model.ts';
import { crackAdc } from './crack-adc.ts';

/** Pull-wire crack gauge on RS-485; otherwise the same as the one that an ADC reads. */
export const crackRs485: KindDefinition = { ...crackAdc, code: 8, id: 'crackRs485' };
