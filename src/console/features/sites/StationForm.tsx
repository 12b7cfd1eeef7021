import { Suspense, useMemo } from 'react';
import { useSnapshot } from 'valtio';
import { languageTags } from '../../../base/messages.ts';
import {
  createStation,
  type SiteProject,
  type SiteStation,
  siteKinds,
  updateStation,
} from '../../../contract/sites/sites.ts';
import { distance } from '../../../domain/places/datum.ts';
import { lazyPart } from '../../components/chunks.ts';
import { FormChecks, FormFoot, FormSelect, FormText } from '../../components/form/fields.tsx';
import { useForm } from '../../components/form/use-form.ts';
import { useText } from '../../components/i18n.ts';
import { typedNumber } from '../../components/values/typed-number.ts';
import { request } from '../../state/connection/client.ts';
import { useDictionary } from '../../state/dictionaries.ts';
import { preferences } from '../../state/preferences.ts';
import { useSiteMap } from '../../state/sites/site.ts';
import { notNumbers } from './numbers.ts';
import { useSiteChange } from './use-sites.ts';
import { ZoneField } from './ZoneField.tsx';

const StationMap = lazyPart(() => import('../../components/map/StationMap.tsx'));
/** m */
const near = 200_000;
const degrees = (value: number) => value.toFixed(6).replace(/\.?0+$/, '');

/** A station: name, number, kind of site, and its place, typed or picked on the map. */
export function StationForm(props: {
  readonly station: SiteStation | null;
  readonly projectId: number;
  readonly projects: readonly SiteProject[];
  /** The other stations, for the map. */
  readonly others: readonly SiteStation[];
  readonly onMade: (id: number) => void;
}) {
  const { station, projects, others, onMade } = props;
  const text = useText();
  const change = useSiteChange();
  const site = useSiteMap();
  const { theme, language } = useSnapshot(preferences);
  const project = projects.find(({ id }) => id === (station?.projectId ?? props.projectId));
  const { data: types } = useDictionary('stationType', project?.companyId ?? null);
  // As the company calls them, without those that it does not use; the station's own stays.
  const kinds =
    types?.entries
      .filter(({ code, enabled }) => enabled || code === station?.site)
      .map(({ code, words }) => ({ value: code, label: words[language] })) ??
    siteKinds.map((kind) => ({ value: kind as string, label: text(`site.${kind}`) }));
  const { data: marks } = useDictionary('label', project?.companyId ?? null);
  const labels = (marks?.entries ?? [])
    .filter(({ code, enabled }) => enabled || station?.labels?.includes(code))
    .map(({ code, words }) => ({ value: code, label: words[language] }));
  const initial = {
    projectId: String(project?.id ?? projects[0]?.id ?? ''),
    code: station?.code ?? '',
    name: station?.name ?? '',
    nameReading: station?.nameReading ?? '',
    site: station?.site ?? 'slope',
    latitude: station === null ? '' : degrees(station.latitude),
    longitude: station === null ? '' : degrees(station.longitude),
    timeZone: station?.timeZone ?? project?.timeZone ?? '',
    labels: [...(station?.labels ?? [])].sort().join(),
  };
  const form = useForm(initial, async (values) => {
    const wrong = notNumbers(values, ['latitude', 'longitude'], text);
    if (wrong !== null) return wrong;
    const reading = values.nameReading.trim();
    const body = {
      projectId: Number(values.projectId),
      code: values.code.trim(),
      name: values.name.trim(),
      nameReading: reading === '' ? null : reading,
      site: values.site as SiteStation['site'],
      latitude: typedNumber(values.latitude),
      longitude: typedNumber(values.longitude),
      timeZone: values.timeZone.trim(),
      labels: values.labels.split(',').filter(Boolean),
    };
    return change(async () => {
      if (station !== null) await request(updateStation, { params: { stationId: station.id }, body });
      else onMade((await request(createStation, { body })).id);
    });
  });
  // A station that has its place is shown among those around it, a new one among its project's, or all of them.
  const projectId = project?.id;
  const around = useMemo(() => {
    if (station !== null) return others.filter((other) => distance(other, station) < near);
    const own = others.filter((other) => other.projectId === projectId);
    return own.length > 0 ? own : others;
  }, [others, station, projectId]);
  const own = station?.id ?? 0;
  const { latitude, longitude, code, name } = form.values;
  const points = useMemo(() => {
    const at = { latitude: typedNumber(latitude), longitude: typedNumber(longitude) };
    const placed = Math.abs(at.latitude) <= 85 && Math.abs(at.longitude) <= 180;
    return [
      ...around
        .filter(({ id, retiredAt }) => id !== own && retiredAt === null)
        .map((other) => ({
          id: other.id,
          name: `${other.code} ${other.name}`,
          value: '',
          state: 'offline' as const,
          latitude: other.latitude,
          longitude: other.longitude,
        })),
      ...(placed ? [{ id: own, name: `${code} ${name}`, value: '', state: 'ok' as const, ...at }] : []),
    ];
  }, [around, own, latitude, longitude, code, name]);
  return (
    <form className="form" noValidate onSubmit={form.onSubmit} aria-label={text('sites.station')}>
      <FormSelect
        form={form}
        name="projectId"
        label={text('sites.project')}
        options={projects.map((entry) => ({ value: String(entry.id), label: entry.name }))}
      />
      <div className="form__pair gap-12 grid">
        <FormText form={form} name="name" label={text('sites.station.name')} />
        <FormText form={form} name="code" label={text('sites.station.code')} />
      </div>
      <div className="form__pair gap-12 grid">
        <FormSelect form={form} name="site" label={text('sites.station.kind')} options={kinds} />
        <FormText form={form} name="nameReading" label={text('sites.station.reading')} />
        <ZoneField form={form} />
      </div>
      <div className="form__pair gap-12 grid">
        <FormText form={form} name="latitude" label={text('sites.station.latitude')} />
        <FormText form={form} name="longitude" label={text('sites.station.longitude')} />
      </div>
      {labels.length > 0 && (
        <FormChecks form={form} name="labels" label={text('sites.station.labels')} options={labels} />
      )}
      <div className="sites__map grid">
        <Suspense fallback={<div className="map" />}>
          <StationMap
            stations={points}
            selectedId={own}
            onSelect={() => undefined}
            onOpen={() => undefined}
            onPlace={(place) => {
              form.choose('latitude', degrees(place.latitude));
              form.choose('longitude', degrees(place.longitude));
            }}
            popover={null}
            locale={languageTags[language]}
            theme={theme}
            base={site}
            fitKey={String(own)}
            closest={7}
            overlay={<span className="sites__pick text-12">{text('sites.station.pick')}</span>}
          />
        </Suspense>
      </div>
      <FormFoot
        form={form}
        label={text(station === null ? 'sites.create' : 'sites.save')}
        disabled={!form.changed}
      />
    </form>
  );
}
