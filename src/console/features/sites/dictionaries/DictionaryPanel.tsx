import { useState } from 'react';
import { useSnapshot } from 'valtio';
import { sites as siteCommands } from '../../../../../commands/sites.ts';
import { type DictionaryName, dictionaries, dictionaryNames } from '../../../../base/dictionaries.ts';
import type { DictionaryEntry } from '../../../../contract/sites/dictionaries.ts';
import { CommandButton } from '../../../components/commands.tsx';
import { FailedState, LoadingRows } from '../../../components/conditions.tsx';
import { useText } from '../../../components/i18n.ts';
import { Permit } from '../../../components/Permit.tsx';
import { useOffer } from '../../../components/screen.ts';
import { reasonOf } from '../../../state/connection/refused.ts';
import { useDictionary } from '../../../state/dictionaries.ts';
import { preferences } from '../../../state/preferences.ts';
import { DictionaryHistory } from './DictionaryHistory.tsx';
import { EntryDialog } from './EntryDialog.tsx';

function EntryRow({ entry }: { readonly entry: DictionaryEntry }) {
  const text = useText();
  const { code, words, order, enabled } = entry;
  return (
    <tr className={enabled ? '' : 'dim'}>
      <td className="r num">{order}</td>
      <td>
        <code>{code}</code>
      </td>
      <td>{words['zh-chs']}</td>
      <td>{words.en}</td>
      <td>{words.ja}</td>
      <td>{text(enabled ? 'dictionary.on' : 'dictionary.off')}</td>
      <td>
        <Permit needs="device:site:edit">
          <CommandButton
            command={siteCommands.editEntry}
            args={{ code }}
            icon="pencil"
            iconOnly
            look="ghost"
            label={text('dictionary.edit', { code })}
          />
        </Permit>
      </td>
    </tr>
  );
}

/** Dictionaries of a company: what forms offer, in three languages, and who changed it. */
export function DictionaryPanel({ companyId }: { readonly companyId: number }) {
  const text = useText();
  const { language } = useSnapshot(preferences);
  const [dictionary, setDictionary] = useState<DictionaryName>('faultCause');
  const [asked, setAsked] = useState<DictionaryEntry | 'new' | null>(null);
  const { data, error, refetch } = useDictionary(dictionary, companyId);
  const entries = data?.entries ?? [];
  useOffer(siteCommands.dictionary, ({ dictionary: chosen }) => setDictionary(chosen));
  useOffer(
    siteCommands.editEntry,
    ({ code }) => setAsked(entries.find((entry) => entry.code === code) ?? null),
    {
      available: data !== undefined,
      choices: () => entries.map(({ code, words }) => ({ value: code, label: words[language] })),
    },
  );
  useOffer(siteCommands.addEntry, () => setAsked('new'), {
    available: dictionaries[dictionary].isOpen ? true : 'dictionary.closed',
  });
  return (
    <section className="panel split__panel">
      <header className="panel__head">
        <h2>{text('dictionary.title')}</h2>
        <div className="row gap-4">
          {dictionaryNames.map((name) => (
            <CommandButton
              key={name}
              command={siteCommands.dictionary}
              args={{ dictionary: name }}
              label={text(`dictionary.name.${name}`)}
              pressed={name === dictionary}
            />
          ))}
        </div>
      </header>
      <div className="split__inner form">
        {data === undefined ? (
          error === null ? (
            <LoadingRows rows={6} />
          ) : (
            <FailedState
              title={text('dictionary.failed')}
              reason={reasonOf(error, text)}
              onRetry={() => void refetch()}
            />
          )
        ) : (
          <div className="dictionary__rows">
            <table className="plain">
              <thead>
                <tr>
                  <th className="r">{text('dictionary.order')}</th>
                  <th>{text('dictionary.code')}</th>
                  <th>{text('language.zh-chs')}</th>
                  <th>{text('language.en')}</th>
                  <th>{text('language.ja')}</th>
                  <th>{text('dictionary.use')}</th>
                  <th>
                    <span className="visually-hidden">{text('remarks.actions')}</span>
                  </th>
                </tr>
              </thead>
              <tbody>
                {entries.map((entry) => (
                  <EntryRow key={entry.code} entry={entry} />
                ))}
              </tbody>
            </table>
          </div>
        )}
        <Permit needs="device:site:edit">
          <div className="form__foot row wrap gap-8">
            <CommandButton command={siteCommands.addEntry} icon="plus" label={text('dictionary.new')} />
          </div>
          <DictionaryHistory dictionary={dictionary} companyId={companyId} />
        </Permit>
      </div>
      {asked !== null && (
        <EntryDialog
          dictionary={dictionary}
          companyId={companyId}
          entry={asked === 'new' ? null : asked}
          nextOrder={Math.max(0, ...entries.map(({ order }) => order)) + 10}
          onClose={() => setAsked(null)}
        />
      )}
    </section>
  );
}
