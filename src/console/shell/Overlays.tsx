import { Suspense, useEffect, useLayoutEffect } from 'react';
import { useSnapshot } from 'valtio';
import { useLocation } from 'wouter';
import { useCommands } from '../components/commands.tsx';
import { whenStanding } from '../components/standing.ts';
import { askFile, askFormula, askOrder, askSheet, closeOverlay, overlays } from '../state/overlays.ts';
import { lazyPage } from './lazy-page.tsx';
import { afterLater } from './running/context.ts';

const Palette = lazyPage(afterLater(() => import('./palette/Palette.tsx')));
const OrderDialog = lazyPage(afterLater(() => import('../features/parameters/orders/OrderDialog.tsx')));
const FileDialog = lazyPage(afterLater(() => import('../features/exports/index.tsx')));
const FormulaDialog = lazyPage(afterLater(() => import('../features/formulas/editor/index.tsx')));
const SheetDialog = lazyPage(afterLater(() => import('../features/sheets/index.tsx')));
const KeySheet = lazyPage(afterLater(() => import('./keys/KeySheet.tsx')));

/**
 * Keys that are typed while the palette is on its way go into its box: to the page they would be shortcuts.
 * A line break stands for an Enter (palette/use-typed-ahead).
 */
function keepForPalette(event: KeyboardEvent): void {
  if (document.querySelector('dialog.palette[open]') !== null) return;
  const { key } = event;
  if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
  if (key === 'Enter') overlays.text += '\n';
  else if (key.length === 1) overlays.text += key;
  else if (key === 'Backspace') overlays.text = overlays.text.slice(0, -1);
  else if (key === 'Escape') closeOverlay();
  else return;
  event.preventDefault();
  event.stopImmediatePropagation();
}

/** Keys that are typed while another dialog is on its way reach nothing: the page under it is left already. */
function holdForDialog(event: KeyboardEvent, giveUp: () => void): void {
  if (document.querySelector('dialog[open]') !== null) return;
  if (event.ctrlKey || event.metaKey || event.altKey || /^F\d+$/.test(event.key)) return;
  if (event.key === 'Escape') giveUp();
  event.preventDefault();
  event.stopImmediatePropagation();
}

/** What lies over the pages. Its code is fetched when the first screen has come to rest, so that a key opens it at once. */
export function Overlays() {
  const { shown, text, order, file, sheet, formula } = useSnapshot(overlays);
  const commands = useCommands();
  const [path] = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: leaving a page leaves what was asked on it
  useEffect(
    () => () => {
      askOrder(null);
      askFile(null);
      askSheet(null);
      askFormula(null);
    },
    [path],
  );
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const giveUp = whenStanding(() => {
      timer = setTimeout(() => void Palette.preload().catch(() => undefined), 1500);
    });
    return () => {
      giveUp();
      clearTimeout(timer);
      closeOverlay();
    };
  }, []);
  useLayoutEffect(() => {
    if (shown !== 'palette') return;
    addEventListener('keydown', keepForPalette, true);
    return () => removeEventListener('keydown', keepForPalette, true);
  }, [shown]);
  const asksDialog =
    shown === 'keys' || order !== null || file !== null || sheet !== null || formula !== null;
  useLayoutEffect(() => {
    if (!asksDialog) return;
    const giveUp = () => {
      closeOverlay();
      askOrder(null);
      askFile(null);
      askSheet(null);
      askFormula(null);
    };
    const hold = (event: KeyboardEvent) => holdForDialog(event, giveUp);
    addEventListener('keydown', hold, true);
    return () => removeEventListener('keydown', hold, true);
  }, [asksDialog]);
  return (
    <Suspense fallback={null}>
      {shown === 'palette' && <Palette text={text} context={commands.context} onClose={closeOverlay} />}
      {shown === 'keys' && <KeySheet context={commands.context} onClose={closeOverlay} />}
      {file !== null && <FileDialog asked={file} onClose={() => askFile(null)} />}
      {sheet !== null && <SheetDialog sheet={sheet} onClose={() => askSheet(null)} />}
      {formula !== null && <FormulaDialog asked={formula} onClose={() => askFormula(null)} />}
      {order !== null && <OrderDialog asked={order} onClose={() => askOrder(null)} />}
    </Suspense>
  );
}
