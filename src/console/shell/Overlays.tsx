import { Suspense, useEffect } from 'react';
import { useSnapshot } from 'valtio';
import { useLocation } from 'wouter';
import { useCommands } from '../components/commands.tsx';
import { askOrder, closeOverlay, overlays } from '../state/overlays.ts';
import { afterLater } from './context.ts';
import { lazyPage } from './lazy-page.tsx';

const loadPalette = () => import('./palette/Palette.tsx');
const Palette = lazyPage(afterLater(loadPalette));
const OrderDialog = lazyPage(afterLater(() => import('../features/parameters/OrderDialog.tsx')));
const KeySheet = lazyPage(afterLater(() => import('./KeySheet.tsx')));

/** What lies over the pages. Its code is fetched when the first screen has come to rest, so that a key opens it at once. */
export function Overlays() {
  const { shown, text, order } = useSnapshot(overlays);
  const commands = useCommands();
  const [path] = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: leaving a page leaves what was asked on it
  useEffect(() => () => askOrder(null), [path]);
  useEffect(() => {
    const timer = setTimeout(() => void loadPalette().catch(() => undefined), 1500);
    return () => {
      clearTimeout(timer);
      closeOverlay();
    };
  }, []);
  return (
    <Suspense fallback={null}>
      {shown === 'palette' && <Palette text={text} context={commands.context} onClose={closeOverlay} />}
      {shown === 'keys' && <KeySheet context={commands.context} onClose={closeOverlay} />}
      {order !== null && <OrderDialog asked={order} onClose={() => askOrder(null)} />}
    </Suspense>
  );
}
