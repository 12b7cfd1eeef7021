import { useState } from 'react';
import { sources as sourceCommands } from '../../../../commands/sources.ts';
import type { Mapping } from '../../../contract/mapping.ts';
import type { SiteStation } from '../../../contract/sites/sites.ts';
import type { MappingVersion } from '../../../contract/sources.ts';
import { CommandButton } from '../../components/commands.tsx';
import { EmptyState, FailedState, LoadingRows } from '../../components/conditions.tsx';
import { useText } from '../../components/i18n.ts';
import { useOffer } from '../../components/screen.ts';
import { reasonOf } from '../../state/connection/refused.ts';
import { type DataSource, type SourceSample, useTry } from '../../state/sites/sources.ts';
import { readMapping, valuesOf } from './draft.ts';
import { type DryRun, MappingForm } from './MappingForm.tsx';

/** Looks at a sample by the mapping that is saved, or by a guess, and edits it. */
export function Editor(props: {
  readonly source: DataSource;
  readonly sample: SourceSample;
  readonly saved: MappingVersion | null;
  readonly stations: readonly SiteStation[];
  readonly dry: DryRun | null;
  readonly onDry: (dry: DryRun) => void;
}) {
  const { source, sample, saved, stations, dry, onDry } = props;
  const text = useText();
  const [guesses, setGuesses] = useState(0);
  const isGuessed = saved === null || guesses > 0;
  const begun = isGuessed ? null : JSON.stringify(saved.mapping);
  const { data, error, refetch } = useTry(source.id, sample, begun);
  useOffer(sourceCommands.guess, () => setGuesses((count) => count + 1));
  if (error !== null && data === undefined)
    return (
      <FailedState
        title={text('sourceMapping.failed')}
        reason={reasonOf(error, text)}
        onRetry={() => void refetch()}
      />
    );
  if (data === undefined) return <LoadingRows rows={12} />;
  const base: Mapping | null = isGuessed ? readMapping(data.mapping) : saved.mapping;
  if (base === null || data.columns.length === 0)
    return (
      <EmptyState
        failed
        icon="circle-alert"
        title={text('sourceMapping.unreadable')}
        actions={
          <CommandButton
            command={sourceCommands.chooseFile}
            icon="upload"
            label={text('sourceMapping.choose')}
          />
        }
      >
        {data.problem?.text}
      </EmptyState>
    );
  const named = base.sensors[0]?.station;
  const station = stations.find(({ code }) => code === named) ?? stations[0];
  return (
    <MappingForm
      key={guesses}
      source={source}
      sample={sample}
      saved={saved}
      stations={stations}
      first={data}
      dry={dry}
      onDry={onDry}
      base={base}
      initial={valuesOf(base, data.columns, station, saved?.conflicts ?? 'keep')}
    />
  );
}
