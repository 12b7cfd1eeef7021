import type { ReactNode } from 'react';
import { navigation } from '../../../../commands/navigation/index.ts';
import { platform as platformCommands } from '../../../../commands/platform.ts';
import type { MessageId } from '../../../base/messages.ts';
import { adjustableBoundNames } from '../../../contract/company/company-bounds.ts';
import { restorePlatform } from '../../../contract/company/platform.ts';
import { addressOf } from '../../../contract/pages.ts';
import { CommandButton } from '../../components/commands.tsx';
import { useFormat, useText } from '../../components/i18n.ts';
import { ScrollRegion } from '../../components/ScrollRegion.tsx';
import { useOffer } from '../../components/screen.ts';
import { request } from '../../state/connection/client.ts';
import { notify } from '../../state/notices.ts';
import type { Platform, PlatformVersion } from '../../state/session/platform.ts';
import type { PlatformChange } from './use-platform-change.ts';

/** A panel with a small table that scrolls by itself, by keys too. */
function FactTable(props: {
  readonly title: MessageId;
  readonly note: MessageId;
  readonly heads: readonly string[];
  readonly children: ReactNode;
}) {
  const { title, note, heads, children } = props;
  const text = useText();
  return (
    <section className="panel column clips" aria-label={text(title)}>
      <header className="panel__head">
        <h2>{text(title)}</h2>
      </header>
      <p className="padded text-12 dim">{text(note)}</p>
      <ScrollRegion className="scroll platform__scroll" label={text(title)}>
        <table className="plain">
          <thead>
            <tr>
              {heads.map((head) => (
                <th key={head}>{head}</th>
              ))}
            </tr>
          </thead>
          <tbody>{children}</tbody>
        </table>
      </ScrollRegion>
    </section>
  );
}

/** Which variables each layer comes from. */
const layerVariables = {
  style: 'MAP_STYLE_URL',
  file: 'MAP_PMTILES',
  service: 'MAP_SERVICE_URL',
  satellite: 'MAP_SATELLITE_URL',
  embedded: '–',
} as const;

/** What maps can lie on, the usual one first. */
export function Layers({ platform }: { readonly platform: Platform }) {
  const text = useText();
  return (
    <FactTable
      title="platform.layers"
      note="platform.layersNote"
      heads={[
        text('platform.layer'),
        text('platform.variable'),
        text('platform.address'),
        text('platform.datum'),
        text('platform.attribution'),
      ]}
    >
      {platform.layers.map(({ id, url, datum, attribution }) => (
        <tr key={id}>
          <td>{text(`map.base.${id}`)}</td>
          <td>
            <code>{layerVariables[id]}</code>
          </td>
          <td className="platform__long">{url ?? '–'}</td>
          <td>{datum}</td>
          <td>{attribution || '–'}</td>
        </tr>
      ))}
    </FactTable>
  );
}

/** What the process was started with. */
export function Environment({ platform }: { readonly platform: Platform }) {
  const text = useText();
  const said = (name: string, value: string | null) =>
    value === null
      ? text('platform.unset')
      : name === 'EDITION' && (value === 'cn' || value === 'jp')
        ? `${value} · ${text(`platform.edition.${value}`)}`
        : value;
  return (
    <FactTable
      title="platform.environment"
      note="platform.environmentNote"
      heads={[text('platform.variable'), text('platform.meaning'), text('platform.value')]}
    >
      {platform.environment.map(({ name, value }) => (
        <tr key={name}>
          <td>
            <code>{name}</code>
          </td>
          <td>{text(`platform.variable.${name}`)}</td>
          <td className="platform__long">{said(name, value)}</td>
        </tr>
      ))}
    </FactTable>
  );
}

/** How long readings of each project are kept, and what of the bounds is fixed. */
export function Retention({ platform }: { readonly platform: Platform }) {
  const text = useText();
  const format = useFormat();
  return (
    <>
      <FactTable
        title="platform.retention"
        note="platform.retentionNote"
        heads={[text('platform.company'), text('platform.project'), text('platform.days')]}
      >
        {platform.retention.map(({ projectId, projectName, companyName, days }) => (
          <tr key={projectId}>
            <td>{companyName}</td>
            <td>
              <CommandButton
                command={navigation.open}
                args={{ address: `${addressOf('sites')}?at=project:${projectId}` }}
                look="ghost"
                label={projectName}
              />
            </td>
            <td className="num">{days === null ? text('platform.forEver') : format.number(days, 0)}</td>
          </tr>
        ))}
      </FactTable>
      <FactTable
        title="platform.fixed"
        note="platform.fixedNote"
        heads={[text('platform.boundHead'), text('platform.value')]}
      >
        {platform.fixed.map(({ id, value }) => (
          <tr key={id}>
            <td>{text(`platform.bound.${id}`)}</td>
            <td className="num">{format.number(value, 0)}</td>
          </tr>
        ))}
      </FactTable>
    </>
  );
}

/** Who saved what; each version can be brought back. */
export function Versions({
  platform,
  change,
}: {
  readonly platform: Platform;
  readonly change: PlatformChange;
}) {
  const text = useText();
  const format = useFormat();
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const { versions } = platform;
  const former = [...versions.slice(1).map(({ version }) => version), ...(versions.length > 0 ? [0] : [])];
  useOffer(
    platformCommands.restore,
    async ({ version }) => {
      const body = { version: platform.version, restored: version, reason: '' };
      const refused = await change(() => request(restorePlatform, { body }));
      if (refused !== null) notify('error', refused.sentence);
    },
    {
      available: former.length > 0,
      choices: () => former.map((version) => ({ value: version, label: String(version) })),
    },
  );
  const differs = (own: PlatformVersion, before: PlatformVersion | undefined) => [
    ...(['zh-chs', 'en', 'ja'] as const).flatMap((language) =>
      own.name[language] === (before?.name[language] ?? '') ? [] : [own.name[language] || '–'],
    ),
    ...(own.logo === (before?.logo ?? null)
      ? []
      : [text(own.logo === null ? 'platform.ownLogo' : 'platform.newLogo')]),
    ...adjustableBoundNames.flatMap((id) =>
      before !== undefined && own.bounds[id] !== before.bounds[id]
        ? [
            `${text(`platform.bound.${id}`)}: ${format.number(before.bounds[id], 0)} → ${format.number(own.bounds[id], 0)}`,
          ]
        : [],
    ),
  ];
  return (
    <FactTable
      title="platform.versions"
      note="platform.versionsNote"
      heads={[text('platform.version'), text('platform.who'), text('platform.what'), text('remarks.actions')]}
    >
      {versions.map((own, index) => (
        <tr key={own.version}>
          <td className="num">{own.version}</td>
          <td>
            {own.accountName} <time className="num dim">{format.time(own.at, zone, 'full')}</time>
          </td>
          <td className="platform__long">
            {[...differs(own, versions[index + 1]), own.reason].filter((part) => part !== '').join(' · ') ||
              '–'}
          </td>
          <td>{index > 0 && <Restore version={own.version} />}</td>
        </tr>
      ))}
      <tr>
        <td className="num">0</td>
        <td colSpan={2}>{text('platform.original')}</td>
        <td>{versions.length > 0 && <Restore version={0} />}</td>
      </tr>
    </FactTable>
  );
}

function Restore({ version }: { readonly version: number }) {
  const text = useText();
  return (
    <CommandButton
      command={platformCommands.restore}
      args={{ version }}
      icon="undo"
      iconOnly
      look="ghost"
      label={text('platform.restore', { version })}
    />
  );
}
