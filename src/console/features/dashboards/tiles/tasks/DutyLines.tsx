import { navigation } from '../../../../../../commands/navigation/index.ts';
import { addressOf } from '../../../../../contract/pages.ts';
import { dutiesAt } from '../../../../../domain/notify/duty.ts';
import { useCommands } from '../../../../components/commands.tsx';
import { useFormat, useText } from '../../../../components/i18n.ts';
import { useNow } from '../../../../state/connection/clock.ts';
import { useNotifySetup } from '../../../../state/notify.ts';
import { useStations } from '../../../../state/sites/stations.ts';
import { TileLine } from '../TileLine.tsx';
import { TaskSection } from './TaskSection.tsx';

/** Who is on duty now, layer by layer, and until when; of the company of a project, or of all. */
export function DutyLines({ projectId }: { readonly projectId: number | null }) {
  const text = useText();
  const format = useFormat();
  const commands = useCommands();
  const now = useNow(30_000);
  const { data, error } = useNotifySetup();
  const { data: sites } = useStations();
  const company = sites?.projects.find(({ id }) => id === projectId)?.companyId;
  const rotas = (data?.rotas ?? []).filter(({ companyId }) => company === undefined || companyId === company);
  const names = new Map(data?.people.map(({ userId, accountName }) => [userId, accountName]));
  const duties = dutiesAt(rotas, now);
  return (
    <TaskSection
      title="notify.onDuty"
      none={duties.length === 0 ? 'dashboards.tasks.noRota' : null}
      waits={data === undefined}
      failed={error !== null && data === undefined}
    >
      {duties.map(({ rota, layer, userId, to, zone }) => (
        <TileLine
          key={`${rota} ${layer}`}
          title={userId === null ? text('notify.nobody') : (names.get(userId) ?? `#${userId}`)}
          note={`${layer} · ${rota}`}
          end={to === null ? '' : text('notify.nowTo', { time: format.time(to, zone, 'dayTime') })}
          isStrong={userId === null}
          onPress={() => commands.run(navigation.open, { address: addressOf('notify') }, 'button')}
        />
      ))}
    </TaskSection>
  );
}
