import { useEffect } from 'react';
import { menus as menuCommands } from '../../../../commands/menus.ts';
import { isKnownPermission, permissions } from '../../../base/permissions.ts';
import type { MenuNode } from '../../../contract/company/menus.ts';
import { CommandButton } from '../../components/commands.tsx';
import { FormFoot, FormSelect, FormText } from '../../components/form/fields.tsx';
import { type FormRefusal, useForm } from '../../components/form/use-form.ts';
import { Icon, isIconName } from '../../components/Icon.tsx';
import { useText } from '../../components/i18n.ts';
import { firstIcons } from '../../components/icons/first.ts';
import { ownName, pageOfNode, permissionOf } from './words.ts';

export interface EntryValues {
  readonly nameChinese: string;
  readonly nameEnglish: string;
  readonly nameJapanese: string;
  readonly icon: string;
  readonly address: string;
  readonly permission: string;
  /** Why the draft is saved; of all entries together. */
  readonly reason: string;
}

const icons = Object.keys(firstIcons).filter(isIconName);

/** What can be changed of one entry, and the button that saves the draft as a whole. `onValues` is given every change. */
export function EntryForm(props: {
  readonly node: MenuNode;
  readonly reason: string;
  readonly isChanged: boolean;
  readonly onValues: (values: EntryValues) => void;
  readonly onSave: () => Promise<FormRefusal | null>;
}) {
  const { node, reason, isChanged, onValues, onSave } = props;
  const text = useText();
  const { nameChinese, nameEnglish, nameJapanese, icon, address, permission } = node;
  const form = useForm({ nameChinese, nameEnglish, nameJapanese, icon, address, permission, reason }, onSave);
  const { values } = form;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of values alone is one of the draft
  useEffect(() => onValues(values), [values]);
  const page = pageOfNode(node);
  const own = ownName(node, text);
  const needed = permissionOf(node);
  return (
    <form
      className="column fill"
      noValidate
      onSubmit={form.onSubmit}
      aria-label={text(`menus.type.${node.type}`)}
    >
      <div className="form menus__form scroll">
        <p className="row gap-8 text-12 dim">
          {text(`menus.type.${node.type}`)}
          {page !== null && <code>{page.path}</code>}
          {node.hidden && <b className="menus__hidden">{text('menus.hiddenForAll')}</b>}
        </p>
        {own !== null && <p className="text-12 dim">{text('menus.nameHint', { names: own })}</p>}
        <FormText form={form} name="nameChinese" label={text('menus.nameChinese')} />
        <FormText form={form} name="nameEnglish" label={text('menus.nameEnglish')} />
        <FormText form={form} name="nameJapanese" label={text('menus.nameJapanese')} />
        {node.type !== 'button' && (
          <fieldset className="menus__icons" aria-label={text('menus.icon')}>
            <legend className="field__label">{text('menus.icon')}</legend>
            {icons.map((name, index) => (
              <button
                key={name}
                type="button"
                aria-label={`${text('menus.icon')} ${index + 1}`}
                aria-pressed={name === values.icon}
                onClick={() => form.choose('icon', name === values.icon ? '' : name)}
              >
                <Icon name={name} />
              </button>
            ))}
          </fieldset>
        )}
        {node.type === 'link' && (
          <FormText
            form={form}
            name="address"
            label={text('menus.address')}
            hint={text('menus.addressHint')}
          />
        )}
        {node.type === 'placeholder' && <p className="text-12 dim">{text('menus.placeholderHint')}</p>}
        {page === null && node.type !== 'group' ? (
          <FormSelect
            form={form}
            name="permission"
            label={text('menus.permission')}
            options={[
              { value: '', label: text('menus.noneNeeded') },
              ...permissions.map((one) => ({ value: one as string, label: text(`permission.${one}`) })),
            ]}
          />
        ) : (
          page !== null && (
            <p className="text-12">
              <span className="field__label">{text('menus.permission')}</span>
              {isKnownPermission(needed) ? text(`permission.${needed}`) : text('menus.noneNeeded')}
              <br />
              <span className="dim">{text('menus.permissionFixed')}</span>
              {page.menu?.platformOnly === true && (
                <>
                  <br />
                  <b>{text('menus.platformOnly')}</b>
                </>
              )}
            </p>
          )
        )}
        {page === null && node.type !== 'group' && (
          <p className="text-12 dim">{text('menus.permissionHides')}</p>
        )}
        <div className="row wrap gap-8">
          <CommandButton
            command={menuCommands.move}
            args={{ direction: 'up' }}
            label={text('menus.direction.up')}
          />
          <CommandButton
            command={menuCommands.move}
            args={{ direction: 'down' }}
            label={text('menus.direction.down')}
          />
          <CommandButton command={menuCommands.hide} />
          {page === null && <CommandButton command={menuCommands.remove} />}
        </div>
      </div>
      <div className="form menus__save">
        <FormText form={form} name="reason" label={text('menus.reason')} />
        <FormFoot form={form} label={text('menus.save')} disabled={!isChanged}>
          <CommandButton command={menuCommands.discard} />
          <CommandButton command={menuCommands.original} />
          {isChanged && <span className="text-12 dim">{text('menus.changes')}</span>}
        </FormFoot>
      </div>
    </form>
  );
}
