import { useSnapshot } from 'valtio';
import type { RunDetail } from '../../../contract/workflows.ts';
import { said } from '../../components/arguments/said.ts';
import { useText } from '../../components/i18n.ts';
import { preferences } from '../../state/preferences.ts';
import { nameOf, useScripts } from '../../state/scripts/scripts.ts';

/** The script that a run came from and its version; null where it had none, or nobody can look at it any more. */
export function useSourceText({ source }: Pick<RunDetail, 'source'>): string | null {
  const text = useText();
  const { language } = useSnapshot(preferences);
  const { data } = useScripts();
  if (source === null) return null;
  const own = data?.scripts.find(({ id }) => id === source.script);
  const library = data?.library.find(({ id }) => nameOf({ type: 'library', id }) === source.script);
  const name = own?.name ?? (library === undefined ? null : said(library.title, language, library.id));
  if (name === null) return null;
  const version = source.version === null ? '' : ` v${source.version}`;
  return `${name}${version}${source.edited ? text('scripts.sourceEdited') : ''}`;
}
