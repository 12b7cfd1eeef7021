/** The console's own surroundings for one of its parts: words, queries, the runner of commands; and what was run. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, configure, render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { IntlProvider } from 'react-intl';
import en from '../../../locales/en.json' with { type: 'json' };
import { loadLater } from '../../../src/console/shell/running/context.ts';
import { Runner } from '../../../src/console/shell/running/Runner.tsx';

// A machine that is busy with other tests is slow, not wrong.
configure({ asyncUtilTimeout: 10_000 });

// Pages that need them wait for them, as in the console.
await loadLater();

export interface Ran {
  readonly id: string;
  readonly args: unknown;
  readonly origin: string;
}

/** Puts it on the page. `ran` grows with each command that was executed; `end` takes everything away. */
export function stage(children: ReactNode): { readonly ran: Ran[]; readonly end: () => void } {
  const ran: Ran[] = [];
  const hear = (event: Event) => ran.push((event as CustomEvent<Ran>).detail);
  addEventListener('groundwatch:command', hear);
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <IntlProvider locale="en" messages={en}>
      <QueryClientProvider client={client}>
        <Runner>{children}</Runner>
      </QueryClientProvider>
    </IntlProvider>,
  );
  return {
    ran,
    end: () => {
      removeEventListener('groundwatch:command', hear);
      cleanup();
    },
  };
}
