import { scripts as scriptCommands } from '../../../../../commands/scripts/index.ts';
import { scriptVersion } from '../../../../contract/scripts.ts';
import { useOffer } from '../../../components/screen.ts';
import { request } from '../../../state/connection/client.ts';
import type { OpenScript } from '../use-script.ts';
import type { ComparedVersion } from './use-compared.ts';

/**
 * Offers to compare the text on screen with a version, and to take that version's text.
 * @param onUnnamed called after a comparison that the address does not name any more
 */
export function useVersionOffers(script: OpenScript, compared: ComparedVersion, onUnnamed: () => void): void {
  const own = script.source?.own ?? null;
  const { version, isNamed, compare } = compared;
  const versions = () =>
    (own?.versions ?? []).map(({ version: value, note }) => ({ value, label: `v${value} ${note}` }));
  useOffer(
    scriptCommands.diff,
    ({ version: chosen }) => {
      compare(version === chosen ? null : chosen);
      if (isNamed) onUnnamed();
    },
    { available: own === null ? 'scripts.noVersions.title' : true, choices: versions },
  );
  useOffer(
    scriptCommands.restore,
    async ({ version: chosen }) => {
      if (own === null) return;
      const answer = await request(scriptVersion, { params: { scriptId: own.id, version: chosen } });
      script.edit(answer.text);
      compare(null);
    },
    { available: own === null ? 'scripts.noVersions.title' : true, choices: versions },
  );
}
