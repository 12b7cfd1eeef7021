import { useMemo } from 'react';
import { useLocation, useSearch } from 'wouter';
import { sites as siteCommands } from '../../../../commands/sites.ts';
import { table } from '../../../../commands/table.ts';
import { Button } from '../../components/Button.tsx';
import { CommandButton, useCommands } from '../../components/commands.tsx';
import { EmptyState, FailedState, LoadingRows } from '../../components/conditions.tsx';
import { SearchField } from '../../components/fields.tsx';
import { useText } from '../../components/i18n.ts';
import { useOffer } from '../../components/screen.ts';
import { refusal } from '../../state/connection/refused.ts';
import { askFile } from '../../state/overlays.ts';
import { Detail, type New } from './Detail.tsx';
import { keyText, type NodeKey, parseKey } from './tree/nodes.ts';
import { Tree } from './tree/Tree.tsx';
import { useTree } from './tree/use-tree.ts';
import { useSites } from './use-sites.ts';
import '../../components/form/form.css';
import './sites.css';

const isNew = (text: string | null): text is New =>
  text === 'company' || text === 'project' || text === 'station' || text === 'sensor';

/** Device maintenance: companies, projects, stations, RTUs and sensors, by hand. What is open is in the address. */
export default function SitesPage() {
  const text = useText();
  const search = useSearch();
  const [path, navigate] = useLocation();
  const commands = useCommands();
  const { data, error, refetch } = useSites();
  const query = useMemo(() => new URLSearchParams(search), [search]);
  const chosen = useMemo(() => parseKey(query.get('at')), [query]);
  const asked = query.get('new');
  const making = isNew(asked) ? asked : null;

  const trouble = query.get('trouble') !== null;
  const tree = useTree(data, chosen, trouble);
  const { lines, states, wanted } = tree;

  const go = (next: Readonly<Record<string, string>>, narrowed = trouble) =>
    navigate(`${path}?${new URLSearchParams(narrowed ? { ...next, trouble: '1' } : next)}`);
  const at = chosen === null ? {} : { at: keyText(chosen) };
  useOffer(siteCommands.overview, () => go({}), { available: data !== undefined });
  useOffer(siteCommands.trouble, () => go(at, !trouble), { available: data !== undefined });
  useOffer(siteCommands.add, ({ what }) => go({ ...at, new: what }), {
    available: data !== undefined,
  });
  const project = chosen?.type === 'project' ? { projectId: chosen.id } : {};
  useOffer(table.export, () => askFile({ table: 'devices', query: project }), {
    available: data !== undefined,
  });
  if (error !== null && data === undefined)
    return (
      <FailedState
        title={text('sites.failed')}
        reason={refusal(error, text).sentence}
        onRetry={() => void refetch()}
      />
    );
  if (data === undefined) return <LoadingRows rows={12} />;
  const open = (key: NodeKey, sn?: string) => go({ at: keyText(key), ...(sn === undefined ? {} : { sn }) });
  return (
    <div className="split split--tree">
      <section className="panel split__list">
        <header className="panel__head">
          <h2>{text('sites.title')}</h2>
          <CommandButton
            command={siteCommands.overview}
            iconOnly
            icon="list"
            label={text('sites.all')}
            pressed={chosen === null && making === null}
          />
          <CommandButton command={table.export} icon="download" iconOnly />
        </header>
        <div className="split__tools">
          <div className="sites__find gap-8 flex">
            <SearchField label={text('sites.find')} value={wanted} onChange={tree.find} />
            <CommandButton
              command={siteCommands.trouble}
              icon="warning"
              label={text('sites.trouble')}
              pressed={trouble}
            />
          </div>
          <div className="form__foot row wrap gap-8">
            {(['company', 'project', 'station'] as const).map((what) => (
              <Button
                key={what}
                icon="plus"
                label={text(`sites.${what}`)}
                disabled={
                  (what === 'project' && data.companies.length === 0) ||
                  (what === 'station' && data.projects.length === 0)
                }
                onPress={() => commands.run(siteCommands.add, { what })}
              />
            ))}
          </div>
        </div>
        {lines.length === 0 ? (
          <EmptyState
            icon={trouble && wanted === '' ? 'check' : 'search'}
            title={text(
              data.companies.length === 0
                ? 'sites.none'
                : trouble && wanted === ''
                  ? 'sites.noTrouble'
                  : 'home.noMatch.title',
            )}
          />
        ) : (
          <Tree
            lines={lines}
            states={states}
            selected={chosen}
            onSelect={(key) => open(key)}
            onFold={tree.fold}
          />
        )}
      </section>
      <div className="split__detail">
        <Detail data={data} chosen={chosen} making={making} sn={query.get('sn') ?? ''} open={open} />
      </div>
    </div>
  );
}
