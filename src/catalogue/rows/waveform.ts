import { enumeration, number } from '../channels.ts';
import type { RowDefinition, SamplesChannel } from '../model.ts';

const samples = (id: string): SamplesChannel => ({ id, type: 'samples', unit: 'mg', digits: 1 });

/** One capture; its start is the row's time. Blasting captures are velocities in mm/s (named by that kind). */
export const waveform: RowDefinition = {
  id: 'waveform',
  channels: [
    number('samplingRate', 'Hz'),
    enumeration('triggerCause', 'triggerCause'),
    samples('x'),
    samples('y'),
    samples('z'),
  ],
};
