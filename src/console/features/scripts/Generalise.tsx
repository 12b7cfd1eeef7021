import { useMemo } from 'react';
import { scripts } from '../../../../commands/scripts/index.ts';
import { kindByCode } from '../../../catalogue/index.ts';
import { useCommands } from '../../components/commands.tsx';
import { Segmented } from '../../components/fields.tsx';
import { useText } from '../../components/i18n.ts';
import { useOffer } from '../../components/screen.ts';
import { generalise, isRecorded, type Surroundings, scopes } from '../../state/recording/selection.ts';
import { stationsView, useStations } from '../../state/sites/stations.ts';
import type { OpenScript } from './use-script.ts';

/** The stations that a recorded script goes over: those that it was recorded at, or more that are like them. */
export function Generalise({ script }: { readonly script: OpenScript }) {
  const text = useText();
  const commands = useCommands();
  const { data } = useStations();
  const around = useMemo((): Surroundings => {
    const projects = new Map((data?.projects ?? []).map(({ id, code }) => [id, code]));
    const kindOf = (code: number | undefined) => kindByCode(code ?? -1)?.id ?? null;
    const known = new Map(
      (data?.stations ?? []).map((station) => [
        station.code,
        { project: projects.get(station.projectId) ?? '', kind: kindOf(station.kinds[0]) },
      ]),
    );
    return {
      of: (code) => known.get(code),
      get list() {
        const { text: typed, projectId, kind, states } = stationsView;
        const project = projectId === null ? undefined : projects.get(projectId);
        const named = kind === null ? null : kindOf(kind);
        return {
          ...(project === undefined ? {} : { project }),
          ...(named === null ? {} : { kind: named }),
          ...(states.length === 0 ? {} : { state: [...states] }),
          ...(typed.trim() === '' ? {} : { text: typed.trim() }),
        };
      },
    };
  }, [data]);
  const recorded = isRecorded(script.text);
  useOffer(scripts.generalise, ({ over }) => script.edit(generalise(script.text, over, around)), {
    available: recorded ? true : 'scripts.notRecorded',
  });
  if (!recorded) return null;
  return (
    <div className="scripts__about rigid raised underlined text-12 dim">
      <Segmented
        label={text('argument.generalise')}
        value={null}
        options={scopes.map((value) => ({ value, label: text(`generalise.${value}`) }))}
        onChange={(over) => commands.run(scripts.generalise, { over }, 'button')}
      />
    </div>
  );
}
