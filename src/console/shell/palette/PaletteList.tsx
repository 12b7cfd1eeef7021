import { Command as Cmdk } from 'cmdk';
import type { CommandContext } from '../../../command/context.ts';
import type { StationSummary } from '../../../contract/sites/stations.ts';
import { Icon } from '../../components/Icon.tsx';
import { useText } from '../../components/i18n.ts';
import { Absent } from './Absent.tsx';
import { HelpList } from './box/HelpList.tsx';
import type { PaletteBox } from './box/use-box.ts';
import { ArgumentPage } from './pages/ArgumentPage.tsx';
import { TextPage } from './pages/TextPage.tsx';
import type { useDevicePage } from './pages/use-device-page.ts';
import type { usePages } from './pages/use-pages.ts';
import { ValueList } from './pages/ValueList.tsx';
import { ValuePage } from './pages/ValuePage.tsx';
import { RowList } from './RowList.tsx';
import type { Matches } from './use-matches.ts';
import type { RowActions } from './use-row-actions.ts';

/** The list under the box: the prefixes, the page that asks for an argument, or the rows that match. */
export function PaletteList(props: {
  readonly box: PaletteBox;
  readonly pages: ReturnType<typeof usePages>;
  readonly device: ReturnType<typeof useDevicePage>;
  readonly matches: Matches;
  /** Key of the chosen row; empty where none is. */
  readonly selected: string;
  /** Everything that can be found is there. */
  readonly isReady: boolean;
  /** The page takes what is typed, not a row. */
  readonly asksText: boolean;
  /** The station on screen. */
  readonly station: StationSummary | undefined;
  readonly here: CommandContext;
  readonly actions: RowActions;
}) {
  const { box, device, asksText } = props;
  const { prefix, typed, refused } = box;
  const { page, answer, isLoading } = props.pages;
  const { groups, rows, values, found, wait } = props.matches;
  const asked = page?.script?.asked ?? null;
  const text = useText();
  const isUnchosen = props.selected === '' && (found ?? rows).length > 0 && !asksText && !isLoading;
  return (
    <Cmdk.List className="palette__list scroll">
      {isUnchosen && (
        <p className="palette__hint palette__hint--about dim row gap-6" role="status">
          <Icon name="shield-alert" />
          {text('palette.chooseFirst')}
        </p>
      )}
      {prefix === '?' && <HelpList onPrefix={box.setPrefix} />}
      {asked !== null && <ArgumentPage asked={asked} typed={typed} refused={refused} onTake={answer} />}
      {page?.step.ask === 'text' && asked === null && <TextPage step={page.step} refused={refused} />}
      {device.value !== null && <ValuePage typed={device.value} />}
      {found !== null && wait === null && !isLoading && (
        <ValueList found={device.noted(found)} marked={box.marked} onChoose={props.actions.take} />
      )}
      {values === null && !asksText && !isLoading && (
        <RowList
          groups={groups}
          ticked={box.ticked}
          alarms={box.alarms}
          station={props.station}
          here={props.here}
          onChoose={props.actions.choose}
        />
      )}
      <Absent
        isLoading={!props.isReady || isLoading}
        wait={wait}
        query={typed}
        step={page?.step}
        isEmpty={(found ?? rows).length === 0 && prefix !== '?' && !asksText}
      />
    </Cmdk.List>
  );
}
