/** The room composed. */
import type { Notifier } from '../notify/notifier.ts';
import { OutletBook, type OutletBookOptions } from './book.ts';
import { type FillerOptions, OutletFiller } from './filler.ts';

export interface OutletsOptions extends Pick<OutletBookOptions, 'storage' | 'board' | 'now'> {
  readonly notifier: Pick<Notifier, 'wake'>;
  readonly failed: FillerOptions['failed'];
  readonly faults?: FillerOptions['faults'];
  readonly permit?: FillerOptions['permit'];
}

/** What goes out to webhooks: what people set up, and what fills it. */
export class Outlets {
  readonly book: OutletBook;
  readonly filler: OutletFiller;

  constructor({ notifier, failed, faults, permit, ...rest }: OutletsOptions) {
    const filled = () => notifier.wake();
    this.filler = new OutletFiller({
      ...rest,
      failed,
      filled,
      permit,
      ...(faults === undefined ? {} : { faults }),
    });
    this.book = new OutletBook({
      ...rest,
      changed: () => {
        notifier.wake();
        this.filler.start();
      },
    });
  }
}
