import { useMemo, useState } from 'react';
import { useLocation } from 'wouter';
import { sources as sourceCommands } from '../../../../commands/sources.ts';
import type { DataOf } from '../../../contract/call.ts';
import type { Mapping } from '../../../contract/mapping.ts';
import { addressOf } from '../../../contract/pages.ts';
import type { SiteStation } from '../../../contract/sites/sites.ts';
import { importSourceFile, type MappingVersion, saveMapping } from '../../../contract/sources.ts';
import { type FormRefusal, useForm } from '../../components/form/use-form.ts';
import { useText } from '../../components/i18n.ts';
import { useOffer } from '../../components/screen.ts';
import { useChange } from '../../state/connection/change.ts';
import { request } from '../../state/connection/client.ts';
import { notify } from '../../state/notices.ts';
import { type DataSource, type SourceSample, sourcesKey, useTry } from '../../state/sites/sources.ts';
import { forgetStations } from '../../state/sites/stations.ts';
import { Columns } from './Columns.tsx';
import { isPlain, type MappingValues, mappingOf, placesOf, readMapping, type Tried } from './draft.ts';
import { Foot } from './Foot.tsx';
import { Preview } from './Preview.tsx';
import { SampleTable } from './SampleTable.tsx';
import { TimePart } from './TimePart.tsx';

export type ImportCounts = DataOf<typeof importSourceFile>;
/** What the whole file would bring, by one mapping of it. */
export interface DryRun {
  readonly file: string;
  readonly mapping: string;
  readonly counts: ImportCounts;
}
/** Per cent of a file's lines that may be refused, as on the command line. */
const maxRefused = 5;

/** JSON text as a mapping; null where it is none. */
function parsed(json: string): Mapping | null {
  try {
    return readMapping(JSON.parse(json));
  } catch {
    return null;
  }
}

/** The draft of a mapping beside its sample and what would come of it. */
export function MappingForm(props: {
  readonly source: DataSource;
  readonly sample: SourceSample;
  readonly saved: MappingVersion | null;
  readonly stations: readonly SiteStation[];
  readonly first: Tried;
  readonly base: Mapping;
  readonly initial: MappingValues;
  readonly dry: DryRun | null;
  readonly onDry: (dry: DryRun) => void;
}) {
  const { source, sample, saved, stations, first, base } = props;
  const text = useText();
  const [, navigate] = useLocation();
  const change = useChange(sourcesKey, text, forgetStations);
  const [refused, setRefused] = useState<FormRefusal | null>(null);
  const [busy, setBusy] = useState(false);
  const [bad, setBad] = useState(0);
  const initial = isPlain(base) ? props.initial : { ...props.initial, json: JSON.stringify(base, null, 2) };
  const params = { sourceId: source.id };
  const conflictsOf = (values: MappingValues) =>
    values['conflicts'] === 'replace' || values['conflicts'] === 'fail' ? values['conflicts'] : 'keep';

  // Ctrl+Enter imports the file; of a message there is only the mapping to be saved.
  const form = useForm<MappingValues>(initial, async () => {
    if (why !== null) return { field: null, sentence: text(why) };
    await (isFile ? withFile(false) : save)();
    return null;
  });
  const { values } = form;
  const station = stations.find(({ code }) => code === values['station']);
  const places = useMemo(() => placesOf(station), [station]);
  const step = first.result?.step ?? null;
  const read = (given: MappingValues): Mapping | null =>
    (given['json'] ?? '') === ''
      ? mappingOf(given, base, first.columns, places, step)
      : parsed(given['json'] ?? '');
  const mapping = read(values);
  const draft = mapping === null ? null : JSON.stringify(mapping);
  const tried = useTry(source.id, sample, draft ?? JSON.stringify(base));
  const data = tried.data ?? first;
  const { result } = data;
  const isFile = 'file' in sample;
  const isDry = isFile && props.dry?.file === sample.file && props.dry.mapping === draft;
  const dry = isDry ? (props.dry?.counts ?? null) : null;
  const isReadable = result !== null && tried.isCurrent && result.first !== null;
  const isSaved =
    saved !== null && draft === JSON.stringify(saved.mapping) && conflictsOf(values) === saved.conflicts;

  const save = async () => {
    if (mapping === null) return;
    setRefused(
      await change(async () => {
        const body = { mapping, conflicts: conflictsOf(values), before: source.version } as const;
        const { version } = await request(saveMapping, { params, body });
        notify('success', text('sourceMapping.saved', { version }));
      }),
    );
  };
  const withFile = (dryRun: boolean) => async () => {
    if (!isFile || mapping === null) return;
    setBusy(true);
    setRefused(
      await change(async () => {
        if (!isSaved) {
          const body = { mapping, conflicts: conflictsOf(values), before: source.version } as const;
          await request(saveMapping, { params, body });
        }
        const body = { file: sample.file, maxRefused, dryRun, evaluates: false };
        const counts = await request(importSourceFile, { params, body });
        props.onDry({ file: sample.file, mapping: JSON.stringify(mapping), counts });
        if (dryRun) return;
        notify('success', text('sourceMapping.imported', { stored: counts.stored, run: counts.run ?? 0 }));
        navigate(addressOf('dataSources', { source: String(source.id) }));
      }),
    );
    setBusy(false);
  };
  const isText = (values['json'] ?? '') !== '';
  useOffer(
    sourceCommands.asText,
    () => form.set('json', isText ? '' : JSON.stringify(mapping ?? base, null, 2)),
    { available: isText && (mapping === null || !isPlain(base)) ? 'sourceMapping.jsonText' : true },
  );
  const why = busy ? 'sourceMapping.busy' : isReadable ? null : 'sourceMapping.notReadable';
  useOffer(sourceCommands.dryRun, withFile(true), {
    available: why ?? (isFile ? true : 'sourceMapping.needsFile'),
  });
  useOffer(sourceCommands.save, save, {
    available: why ?? (isSaved ? 'sourceMapping.isSaved' : true),
  });
  const shown = new Set(data.lines.map(({ line }) => line));
  const badShown = [...new Set((result?.bad ?? []).map(({ line }) => line))].filter((line) =>
    shown.has(line),
  );
  useOffer(sourceCommands.nextBad, () => setBad((at) => at + 1), {
    available: badShown.length > 0 ? true : 'sourceMapping.noBad',
  });
  const wantedLine = bad === 0 ? null : (badShown[(bad - 1) % Math.max(1, badShown.length)] ?? null);
  return (
    <form className="mapping__form" noValidate onSubmit={form.onSubmit}>
      <div className="mapping__body">
        <SampleTable data={data} mapping={mapping} focus={wantedLine} />
        <div className="mapping__middle column">
          <TimePart form={form} data={data} stations={stations} base={base} />
          <Columns form={form} columns={first.columns} places={places} data={data} mapping={mapping} />
        </div>
        <Preview data={data} mapping={mapping} isCurrent={tried.isCurrent} dry={dry} />
      </div>
      <Foot
        form={form}
        isFile={isFile}
        isReadable={isReadable}
        result={result}
        problem={refused?.sentence ?? form.problem}
      />
    </form>
  );
}
