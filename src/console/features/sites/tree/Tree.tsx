import { sites as siteCommands } from '../../../../../commands/sites.ts';
import { useCommands } from '../../../components/commands.tsx';
import { Icon, type IconName } from '../../../components/Icon.tsx';
import { useText } from '../../../components/i18n.ts';
import { useOffer } from '../../../components/screen.ts';
import { VirtualTree } from '../../../components/tree/VirtualTree.tsx';
import { NodeStateLabel } from './NodeStateLabel.tsx';
import type { NodeState } from './node-states.ts';
import { keyText, type NodeKey, type NodeType, parseKey } from './nodes.ts';
import type { TreeLine } from './tree-lines.ts';

/** Lines that are listed when a command asks which one. */
const mostListed = 500;
const icons: Readonly<Record<NodeType, IconName>> = {
  company: 'grid',
  project: 'folder-tree',
  station: 'map-pin',
  rtu: 'cpu',
  sensor: 'activity',
};

/** The device tree. */
export function Tree(props: {
  readonly lines: readonly TreeLine[];
  readonly states: ReadonlyMap<string, NodeState>;
  readonly selected: NodeKey | null;
  readonly onSelect: (key: NodeKey) => void;
  readonly onFold: (name: string, open: boolean) => void;
}) {
  const { lines, states, selected } = props;
  const commands = useCommands();
  const text = useText();
  const listed = (every: readonly TreeLine[]) =>
    every.slice(0, mostListed).map((line) => ({
      value: line.name,
      label: `${'\u2003'.repeat(line.depth)}${line.label}`,
    }));
  useOffer(
    siteCommands.choose,
    ({ node }) => {
      const key = parseKey(node);
      if (key !== null) props.onSelect(key);
    },
    { choices: () => listed(lines) },
  );
  useOffer(
    siteCommands.fold,
    ({ node }) => {
      const line = lines.find(({ name }) => name === node);
      if (line !== undefined && line.open !== null) props.onFold(line.name, !line.open);
    },
    { choices: () => listed(lines.filter(({ open }) => open !== null)) },
  );
  return (
    <VirtualTree
      lines={lines}
      label={text('sites.tree')}
      chosen={selected === null ? '' : keyText(selected)}
      act={(action, { name }, origin) => commands.run(siteCommands[action], { node: name }, origin)}
      lineClass={({ retired }) => (retired ? 'faint' : '')}
      draw={(line) => {
        const state = states.get(line.name);
        return (
          <>
            <Icon name={icons[line.key.type]} />
            <span className="ellipsis">{line.label}</span>
            <span className="tree__detail num faint ellipsis yields">{line.detail}</span>
            {line.retired ? (
              <span className="faint">
                {text(line.key.type === 'company' ? 'sites.company.off' : 'sites.retired')}
              </span>
            ) : (
              state !== undefined && <NodeStateLabel state={state} />
            )}
          </>
        );
      }}
    />
  );
}
