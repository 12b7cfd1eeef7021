import { useEffect } from 'react';
import { useSnapshot } from 'valtio';
import { useText } from '../components/i18n.ts';
import { session } from '../state/connection/session.ts';
import { moduleAt } from '../state/module-at.ts';
import { lazyPage, ModuleProblem } from './lazy-page.tsx';
import { report } from './running/report.ts';

const Missing = lazyPage(() => import('../features/missing/index.tsx'));

/** An address that the console does not know; one that the server's menu names is a module that is missing here. */
export function Unknown({ path }: { readonly path: string }) {
  const text = useText();
  const { menus } = useSnapshot(session);
  const module = moduleAt(menus, path);
  // biome-ignore lint/correctness/useExhaustiveDependencies: reported once for an address, in whichever language
  useEffect(() => {
    if (module !== null) report(new ModuleProblem(module), text);
  }, [module]);
  return <Missing address={path} />;
}
