import { useSnapshot } from 'valtio';
import { stations } from '../../../../commands/stations/index.ts';
import { stationStates } from '../../../domain/station-state.ts';
import { useCommands } from '../../components/commands.tsx';
import { Select } from '../../components/fields.tsx';
import { useText } from '../../components/i18n.ts';
import { useLevelWord } from '../../state/alarms/level-words.ts';
import { stationsView, useStations } from '../../state/sites/stations.ts';
import { levels, silences, usePresentKinds } from './use-filters.ts';

/** Project, kind and state on the map: what list and map show. */
export function Filters() {
  const text = useText();
  const commands = useCommands();
  const { data } = useStations();
  const view = useSnapshot(stationsView);
  const kinds = usePresentKinds();
  const word = useLevelWord(text);
  return (
    <>
      <Select
        label={text('home.filter.project')}
        value={String(view.projectId ?? '')}
        options={[
          { value: '', label: text('home.allProjects') },
          ...(data?.projects ?? []).map((project) => ({ value: String(project.id), label: project.name })),
        ]}
        onChange={(value) =>
          commands.run(stations.project, { projectId: value === '' ? null : Number(value) }, 'button')
        }
      />
      <Select
        label={text('home.filter.kind')}
        value={String(view.kind ?? '')}
        options={[
          { value: '', label: text('home.allKinds') },
          ...kinds.map((kind) => ({ value: String(kind.code), label: kind.label })),
        ]}
        onChange={(value) =>
          commands.run(stations.kind, { kind: value === '' ? null : Number(value) }, 'button')
        }
      />
      <Select
        label={text('home.filter.state')}
        value={view.states.length === 1 ? (view.states[0] ?? '') : ''}
        options={[
          { value: '', label: text('home.allStates') },
          ...stationStates.map((state) => ({ value: state as string, label: text(`state.${state}`) })),
        ]}
        onChange={(value) =>
          commands.run(stations.state, { states: stationStates.filter((state) => state === value) }, 'button')
        }
      />
      <Select
        label={text('home.filter.level')}
        value={String(view.level ?? '')}
        options={[
          { value: '', label: text('home.allLevels') },
          ...levels.map((level) => ({
            value: String(level),
            label: text('home.levelFrom', { level: word(level) }),
          })),
        ]}
        onChange={(value) =>
          commands.run(stations.level, { level: value === '' ? null : Number(value) }, 'button')
        }
      />
      <Select
        label={text('home.filter.silence')}
        value={String(view.silentHours ?? '')}
        options={[
          { value: '', label: text('home.anyContact') },
          ...silences.map((hours) => ({ value: String(hours), label: text('home.silentFor', { hours }) })),
        ]}
        onChange={(value) =>
          commands.run(stations.silence, { hours: value === '' ? null : Number(value) }, 'button')
        }
      />
    </>
  );
}
