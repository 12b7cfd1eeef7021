import { QueryClientProvider } from '@tanstack/react-query';
import { IntlProvider } from 'react-intl';
import en from '../../../locales/en.json';
import { useCommands } from '../../../src/console/components/commands.tsx';
import Palette from '../../../src/console/shell/palette/Palette.tsx';
import { Runner } from '../../../src/console/shell/running/Runner.tsx';
import { queries } from '../../../src/console/state/sites/stations.ts';
import type { StationSummary } from '../../../src/contract/sites/stations.ts';
import '../../../src/console/shell/themes/index.css';
import '../../../src/console/components/base.css';

function Opened() {
  const { context } = useCommands();
  return <Palette text="" context={context} onClose={() => undefined} />;
}

/** The console's own palette over these stations, with all of its commands and parameters. */
export function OwnPalette({ stations }: { readonly stations: readonly StationSummary[] }) {
  queries.setQueryData(['stations'], { stations, projects: [] });
  queries.setQueryData(['finder', 'devices'], { devices: [] });
  queries.setQueryData(['finder', 'alarms'], { alarms: [] });
  return (
    <IntlProvider locale="en" messages={en}>
      <QueryClientProvider client={queries}>
        <Runner>
          <Opened />
        </Runner>
      </QueryClientProvider>
    </IntlProvider>
  );
}
