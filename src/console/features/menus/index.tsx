import { useState } from 'react';
import { useSnapshot } from 'valtio';
import { useLocation, useSearch } from 'wouter';
import { menus as menuCommands } from '../../../../commands/menus.ts';
import type { DataOf } from '../../../contract/call.ts';
import { type MenuNode, type menuTree, saveMenus } from '../../../contract/company/menus.ts';
import { flatTree, moved, withAdded, withNode } from '../../../domain/menu-tree.ts';
import { useCommands } from '../../components/commands.tsx';
import { EmptyState, FailedState, LoadingRows } from '../../components/conditions.tsx';
import { SearchField } from '../../components/fields.tsx';
import { Icon } from '../../components/Icon.tsx';
import { useFormat, useText } from '../../components/i18n.ts';
import { Menu } from '../../components/menu/Menu.tsx';
import { useOffer } from '../../components/screen.ts';
import { useChange } from '../../state/connection/change.ts';
import { request } from '../../state/connection/client.ts';
import { refusal } from '../../state/connection/refused.ts';
import { loadSession } from '../../state/connection/session.ts';
import { settings } from '../../state/connection/settings.ts';
import { preferences } from '../../state/preferences.ts';
import { menuTreeKey, useMenuTree } from '../../state/session/menu-tree.ts';
import { type Accounts, useUsers } from '../../state/session/users.ts';
import { EntryForm, type EntryValues } from './EntryForm.tsx';
import { Preview } from './Preview.tsx';
import { TreeList } from './TreeList.tsx';
import { type MenuLanguage, nameIn, type Seer } from './words.ts';
import '../../components/form/form.css';
import './menus.css';

/** What can be added, and where below the chosen entry it goes. */
const addable = ['group', 'link', 'placeholder', 'button'] as const;
const languages = ['zh-chs', 'en', 'ja'] as const;

/** The menu of everybody: its entries, what they are called, in which order, and who sees them. The entry is in the address. */
export default function MenusPage() {
  const text = useText();
  const { data, error, refetch } = useMenuTree();
  const accounts = useUsers();
  const failed = error ?? accounts.error;
  if (data !== undefined && accounts.data !== undefined)
    return <Menus key={data.version} saved={data} accounts={accounts.data} />;
  if (failed === null) return <LoadingRows rows={14} />;
  return (
    <FailedState
      title={text('menus.failed')}
      reason={refusal(failed, text).sentence}
      onRetry={() => void Promise.all([refetch(), accounts.refetch()])}
    />
  );
}

function Menus(props: { readonly saved: DataOf<typeof menuTree>; readonly accounts: Accounts }) {
  const { saved, accounts } = props;
  const text = useText();
  const { language: here } = useSnapshot(preferences);
  const change = useChange(menuTreeKey, text, () => void loadSession());
  const { value } = useSnapshot(settings);
  const [path, navigate] = useLocation();
  const [tree, setTree] = useState<readonly MenuNode[]>(saved.tree);
  const [reason, setReason] = useState('');
  const [wanted, setWanted] = useState('');
  const [roleId, setRoleId] = useState(accounts.roles.at(-1)?.id ?? 1);
  const [seer, setSeer] = useState<Seer>('company');
  const [language, setLanguage] = useState<MenuLanguage>(here);
  // Forms of entries whose draft was replaced begin anew.
  const [round, setRound] = useState(0);
  const all = flatTree(tree);
  const key = new URLSearchParams(useSearch()).get('entry') ?? all[1]?.node.key ?? '';
  const chosen = (all.find(({ node }) => node.key === key) ?? all[0])?.node;
  const folded = wanted.normalize('NFKC').trim().toLowerCase();
  const lines = all.filter(({ node }) =>
    languages.some((one) => `${nameIn(node, one, text)} ${node.key}`.toLowerCase().includes(folded)),
  );
  const isChanged = JSON.stringify(tree) !== JSON.stringify(saved.tree);
  const open = (next: string) => navigate(`${path}?${new URLSearchParams({ entry: next })}`);
  const replace = (next: readonly MenuNode[]) => {
    setTree(next);
    setRound((before) => before + 1);
  };
  const edit = (values: EntryValues) => {
    const { reason: why, ...fields } = values;
    setReason(why);
    setTree((before) => withNode(before, key, (node) => ({ ...node, ...fields })));
  };
  const add = (type: (typeof addable)[number]) => {
    const made: MenuNode = {
      ...{ key: `own-${crypto.randomUUID().slice(0, 8)}`, type, icon: type === 'link' ? 'file-code' : '' },
      ...{ nameChinese: '', nameEnglish: '', nameJapanese: '', address: '', permission: '' },
      ...{ hidden: false, children: [] },
    };
    const group = tree.find((one) => flatTree([one]).some(({ node }) => node.key === key)) ?? tree[0];
    const page = group?.children.find((one) => flatTree([one]).some(({ node }) => node.key === key));
    const parent = type === 'group' ? null : type === 'button' ? page?.key : group?.key;
    if (parent === undefined) return;
    setTree(withAdded(tree, parent, made));
    open(made.key);
  };
  const isOwn = chosen !== undefined && chosen.type !== 'page' && chosen.key.startsWith('own-');
  useOffer(menuCommands.choose, (args) => open(args.key), {
    choices: () => all.map(({ node }) => ({ value: node.key, label: nameIn(node, here, text) })),
  });
  useOffer(menuCommands.move, ({ direction }) => setTree(moved(tree, key, direction)));
  useOffer(menuCommands.add, ({ type }) => add(type));
  useOffer(menuCommands.hide, () =>
    setTree(withNode(tree, key, (node) => ({ ...node, hidden: !node.hidden }))),
  );
  useOffer(
    menuCommands.remove,
    () => {
      setTree(withNode(tree, key, () => null));
      const at = all.findIndex(({ node }) => node.key === key);
      const next = all[at - 1] ?? all[at + 1];
      if (next !== undefined) open(next.node.key);
    },
    { available: isOwn && chosen.children.length === 0 ? true : 'menus.staysIn' },
  );
  useOffer(menuCommands.discard, () => replace(saved.tree), { available: isChanged });
  useOffer(menuCommands.original, () => replace(saved.original));
  useOffer(menuCommands.preview, (args) => setRoleId(args.roleId), {
    choices: () => accounts.roles.map(({ id, name }) => ({ value: id, label: name })),
  });
  useOffer(menuCommands.previewSeer, (args) => setSeer(args.seer));
  useOffer(menuCommands.previewLanguage, (args) => setLanguage(args.language));
  const role = accounts.roles.find(({ id }) => id === roleId) ?? accounts.roles[0];
  return (
    <div className="menus">
      <section className="panel column" aria-label={text('page.menus')}>
        <header className="panel__head between">
          <h2>{text('page.menus')}</h2>
          <span className="dim text-12">{text('menus.count', { count: all.length })}</span>
          <AddMenu />
        </header>
        <div className="padded underlined">
          <SearchField label={text('menus.find')} value={wanted} onChange={setWanted} />
        </div>
        {lines.length === 0 ? (
          <EmptyState icon="search" title={text('menus.none')} />
        ) : (
          <TreeList lines={lines} chosen={chosen?.key ?? ''} language={here} />
        )}
        <footer className="menus__foot text-11 dim row gap-6">
          <kbd>Alt</kbd> <kbd>↑</kbd> <kbd>↓</kbd> {text('menus.keys')}
        </footer>
      </section>
      <section className="panel column menus__entry">
        <header className="panel__head">
          <h2>{chosen === undefined ? text('page.menus') : nameIn(chosen, here, text)}</h2>
        </header>
        {chosen !== undefined && (
          <EntryForm
            key={`${chosen.key} ${round}`}
            node={chosen}
            reason={reason}
            isChanged={isChanged}
            onValues={edit}
            onSave={() =>
              change(() => request(saveMenus, { body: { version: saved.version, tree, reason } }))
            }
          />
        )}
      </section>
      <div className="column gap-8 menus__side">
        {role !== undefined && (
          <Preview
            tree={tree}
            roles={accounts.roles}
            role={role}
            seer={seer}
            language={language}
            edition={value?.edition ?? 'cn'}
          />
        )}
        <Versions saved={saved} />
      </div>
    </div>
  );
}

/** The button whose menu adds an entry. */
function AddMenu() {
  const text = useText();
  const commands = useCommands();
  return (
    <Menu
      label={text('command.menus.add')}
      className="button"
      trigger={<Icon name="plus" />}
      entries={addable.map((type) => ({
        id: type,
        label: text(`menus.type.${type}`),
        onPress: () => commands.run(menuCommands.add, { type }, 'menu'),
      }))}
    />
  );
}

/** Who saved the menu, when and why. */
function Versions({ saved }: { readonly saved: DataOf<typeof menuTree> }) {
  const text = useText();
  const format = useFormat();
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return (
    <section className="panel column menus__versions" aria-label={text('menus.versions')}>
      <header className="panel__head">
        <h2>{text('menus.versions')}</h2>
      </header>
      {saved.versions.length === 0 ? (
        <p className="padded text-12 dim">{text('menus.noVersion')}</p>
      ) : (
        <ol className="scroll text-12">
          {saved.versions.map(({ version, at, accountName, reason }) => (
            <li key={version} className="underlined padded">
              <b>{version}</b> {accountName}, {format.time(at, zone, 'full')}
              {reason === '' ? '' : `, ${reason}`}
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
