import { Refusal } from '../../../base/errors.ts';
import * as contract from '../../../contract/company/platform.ts';
import { shownLogo } from '../../../contract/company/platform-look.ts';
import { readLogo } from '../../platform/logo.ts';
import { current, restoreState, savePlatformState, setLogo } from '../../platform/state.ts';
import { TestMails } from '../../platform/test-mails.ts';
import { readPlatform } from '../../platform/view.ts';
import { everyCompany } from '../../sites/edit/scope.ts';
import { type Binding, bind, bindPublic } from '../bind.ts';
import { formFile } from '../form-file.ts';
import type { Services } from '../services.ts';

/** The platform as a whole; its logo alone is everybody's. */
export function platformHandlers(services: Services): readonly Binding[] {
  const { storage, notifier, platformFacts, settings, now } = services;
  const mails = new TestMails(
    storage,
    notifier.canMail ? (address, language) => notifier.testMail(address, language) : null,
    now,
  );
  return [
    bind(contract.platform, (by) => readPlatform(storage.db, by, platformFacts, settings.mapLayers)),
    bind(contract.savePlatform, (by) => savePlatformState(storage, by, by.body, now())),
    bind(contract.restorePlatform, (by) => restoreState(storage, by, by.body, now())),
    bind(contract.sendLogo, async (by) => {
      const arriving = await formFile(by.request, contract.logoBounds.bytes);
      try {
        everyCompany(by.viewer);
        return await setLogo(storage, by, await readLogo(arriving), now());
      } finally {
        arriving.stream.resume();
      }
    }),
    bind(contract.removeLogo, (by) => setLogo(storage, by, null, now())),
    bindPublic(shownLogo, async ({ reply }) => {
      const { logo } = (await current(storage.db)).state;
      if (logo === null) throw new Refusal(404, 'api.notFound', { what: 'logo' });
      const { png } = await storage.db
        .selectFrom('platform_logos')
        .select('png')
        .where('id', '=', logo)
        .executeTakeFirstOrThrow();
      await reply
        .type('image/png')
        .header('content-security-policy', "default-src 'none'; sandbox")
        .header('x-content-type-options', 'nosniff')
        .header('cache-control', 'no-store')
        .send(Buffer.from(png));
    }),
    bind(contract.testMail, (by) => mails.send(by, by.body.address, by.language)),
  ];
}
