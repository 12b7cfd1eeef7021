import { useEffect, useState } from 'react';
import { menus as menuCommands } from '../../../../commands/menus.ts';
import { languages } from '../../../base/messages.ts';
import type { MenuNode } from '../../../contract/company/menus.ts';
import type { Role } from '../../../contract/company/users.ts';
import { flatTree } from '../../../domain/menu-tree.ts';
import { useCommands } from '../../components/commands.tsx';
import { Segmented, Select } from '../../components/fields.tsx';
import { Icon } from '../../components/Icon.tsx';
import { type Text, useText } from '../../components/i18n.ts';
import { ScrollRegion } from '../../components/ScrollRegion.tsx';
import { everyLanguage, type Says } from '../../state/every-language.ts';
import { iconOf, type MenuLanguage, nameIn, type Seer, seers, whyNotSeen } from './words.ts';

/** Words of a language, as the server says them of its own entries; those on screen until they have come. */
function useTextIn(language: MenuLanguage): Text {
  const text = useText();
  const [all, setAll] = useState<readonly Says[]>([]);
  useEffect(() => {
    let wanted = true;
    everyLanguage().then(
      (come) => wanted && setAll(come),
      // The words on screen stand for them.
      () => undefined,
    );
    return () => {
      wanted = false;
    };
  }, []);
  return all[languages.indexOf(language)] ?? text;
}

/** The draft as a role sees it, and what it does not see, with the reason. */
export function Preview(props: {
  readonly tree: readonly MenuNode[];
  readonly roles: readonly Role[];
  readonly role: Role;
  readonly seer: Seer;
  readonly language: MenuLanguage;
  readonly edition: 'cn' | 'jp';
}) {
  const { tree, roles, role, seer, language, edition } = props;
  const text = useText();
  const commands = useCommands();
  const textIn = useTextIn(language);
  const why = (node: MenuNode) => whyNotSeen(node, role, seer, edition, language, text);
  const hiddenIn = (node: MenuNode) => why(node) !== null;
  const notSeen = flatTree(tree).filter(({ node }) => node.type !== 'group' && hiddenIn(node));
  return (
    <section className="panel column menus__preview" aria-label={text('menus.seenBy')}>
      <header className="panel__head between">
        <Select
          label={text('menus.seenBy')}
          value={String(role.id)}
          options={roles.map(({ id, name }) => ({ value: String(id), label: name }))}
          onChange={(value) => commands.run(menuCommands.preview, { roleId: Number(value) }, 'button')}
        />
        <Segmented
          label={text('command.menus.previewSeer')}
          value={seer}
          options={seers.map((value) => ({ value, label: text(`menus.seer.${value}`) }))}
          onChange={(value) => commands.run(menuCommands.previewSeer, { seer: value }, 'button')}
        />
        <Segmented
          label={text('command.menus.previewLanguage')}
          value={language}
          options={languages.map((value) => ({ value, label: text(`language.${value}`) }))}
          onChange={(value) => commands.run(menuCommands.previewLanguage, { language: value }, 'button')}
        />
      </header>
      <ScrollRegion className="scroll" label={text('menus.seenBy')}>
        <ul className="menus__seen text-12" lang={language === 'zh-chs' ? 'zh-Hans' : language}>
          {tree
            .filter((group) => !group.hidden && group.children.some((node) => !hiddenIn(node)))
            .map((group) => (
              <li key={group.key}>
                <span className="dim text-11">{nameIn(group, language, textIn)}</span>
                <ul>
                  {group.children
                    .filter((node) => !hiddenIn(node))
                    .map((node) => (
                      <li key={node.key} className="row gap-8">
                        <Icon name={iconOf(node)} />
                        {nameIn(node, language, textIn)}
                      </li>
                    ))}
                </ul>
              </li>
            ))}
        </ul>
        <h3 className="menus__heading text-12">
          {text('menus.notSeen')} <span className="dim">{notSeen.length}</span>
        </h3>
        {notSeen.length === 0 ? (
          <p className="padded text-12 dim">{text('menus.allSeen')}</p>
        ) : (
          <dl className="pairs padded">
            {notSeen.map(({ node }) => (
              <div key={node.key}>
                <dt>{nameIn(node, language, textIn)}</dt>
                <dd className="dim">{why(node)}</dd>
              </div>
            ))}
          </dl>
        )}
      </ScrollRegion>
    </section>
  );
}
