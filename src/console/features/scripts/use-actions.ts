import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { scripts } from '../../../../commands/scripts/index.ts';
import { callOf } from '../../../command/command.ts';
import { addressOf } from '../../../contract/pages.ts';
import type { ScriptDetail } from '../../../contract/scripts.ts';
import * as contract from '../../../contract/scripts.ts';
import { useText } from '../../components/i18n.ts';
import { useOffer } from '../../components/screen.ts';
import { useChange } from '../../state/connection/change.ts';
import { request } from '../../state/connection/client.ts';
import { notify } from '../../state/notices.ts';
import { clearScriptDraft } from '../../state/scripts/script-drafts.ts';
import { nameOf, scriptsKey } from '../../state/scripts/scripts.ts';
import { useModuleUsers } from './use-module-users.ts';
import type { OpenScript } from './use-script.ts';

/** What the dialog over the script asks: a name of a copy, another name, or a note to a version. */
export type ScriptQuestion = 'copy' | 'rename' | 'note';

/** Keeping, naming, sharing and deleting the script on screen; `proposed`: the name that a copy begins with. */
export function useActions(script: OpenScript, proposed: string) {
  const text = useText();
  const client = useQueryClient();
  const [, navigate] = useLocation();
  const change = useChange(scriptsKey, text);
  const [asked, setAsked] = useState<ScriptQuestion | null>(null);
  const own = script.source?.own ?? null;
  const users = useModuleUsers(own?.id ?? null);
  const put = (kept: ScriptDetail) =>
    client.setQueryData([scriptsKey, 'one', kept.id], { text: kept.text, own: kept, library: null });
  const tell = (refused: { readonly sentence: string } | null, done: string) =>
    notify(refused === null ? 'success' : 'error', refused === null ? done : refused.sentence);

  const save = async (note: string) => {
    if (own === null) return null;
    const refused = await change(async () => {
      const { text: kept } = script;
      const answer = await request(contract.saveScript, {
        params: { scriptId: own.id },
        body: { revision: own.revision, text: kept, note },
      });
      put(answer.script);
      clearScriptDraft(script.key);
    });
    tell(refused, text('scripts.saved', { version: own.version + 1 }));
    if (refused !== null) script.refetch();
    return refused;
  };
  /** @returns what was refused, for the dialog */
  const answer = async (proposal: ScriptQuestion, typed: string) => {
    if (proposal === 'note') {
      const refused = await save(typed);
      if (refused === null) setAsked(null);
      return refused;
    }
    return change(async () => {
      if (proposal === 'rename' && own !== null) {
        const body = { revision: own.revision, name: typed };
        put((await request(contract.renameScript, { params: { scriptId: own.id }, body })).script);
      } else {
        const library = script.name.type === 'library' ? script.name.id : (own?.library ?? null);
        const body = { name: typed, text: script.text, library };
        const { script: made } = await request(contract.createScript, { body });
        put(made);
        clearScriptDraft(script.key);
        navigate(`/scripts/${made.id}`);
        notify('success', text('scripts.kept', { name: made.name }));
      }
      setAsked(null);
    });
  };

  const canSave = own?.canEdit === true;
  useOffer(scripts.save, () => (canSave ? void save('') : setAsked('copy')), {
    available: !script.isEdited && canSave ? 'scripts.nothingToSave' : true,
  });
  useOffer(scripts.saveNote, () => setAsked('note'), {
    available: !canSave ? 'scripts.notOwn' : script.isEdited ? true : 'scripts.nothingToSave',
  });
  useOffer(scripts.saveAs, () => setAsked('copy'));
  const askForName = async () => {
    await users.look();
    setAsked('rename');
  };
  useOffer(scripts.rename, askForName, { available: canSave ? true : 'scripts.notOwn' });
  useOffer(
    scripts.share,
    async ({ share }) => {
      if (own === null) return;
      const isKept =
        share === 'company' || (await users.mayGo(text('scripts.unshareUsed'), text('scripts.unshare')));
      if (!isKept) return;
      const refused = await change(async () => {
        const body = { revision: own.revision, share };
        put((await request(contract.shareScript, { params: { scriptId: own.id }, body })).script);
      });
      tell(refused, text(share === 'company' ? 'scripts.isShared' : 'scripts.isPrivate'));
    },
    { available: own?.canShare === true ? true : 'scripts.notOwn' },
  );
  useOffer(
    scripts.delete,
    async () => {
      if (own === null) return;
      if (!(await users.mayGo(text('scripts.deleteUsed'), text('scripts.deleteAllTheSame')))) return;
      const refused = await change(async () => {
        await request(contract.deleteScript, { params: { scriptId: own.id } });
        clearScriptDraft(script.key);
        navigate(addressOf('scripts', { script: 'new' }));
        client.removeQueries({ queryKey: [scriptsKey, 'one', own.id] });
      });
      if (refused !== null) notify('error', refused.sentence);
      else
        notify('success', text('scripts.deleted'), null, null, callOf(scripts.putBack, { script: own.id }));
    },
    { available: own?.canDelete === true ? true : 'scripts.notOwn' },
  );
  useOffer(scripts.putBack, async ({ script: scriptId }) => {
    const refused = await change(async () => {
      await request(contract.restoreScript, { params: { scriptId } });
      navigate(`/scripts/${scriptId}`);
    });
    tell(refused, text('undo.done'));
  });
  useOffer(scripts.revert, script.revert, {
    available: script.isEdited ? true : 'scripts.nothingToSave',
  });
  useOffer(scripts.create, () => navigate(`/scripts/${nameOf({ type: 'new' })}`));
  return { asked, proposed, answer, users, close: () => setAsked(null) };
}
