import { stations } from '../../../../commands/stations/index.ts';
import { CommandButton } from '../commands.tsx';
import { useText } from '../i18n.ts';

/** The one station that a query panel asks about, with the way to its details. */
export function QueryStation({ code, name }: { readonly code: string; readonly name: string }) {
  const text = useText();
  return (
    <>
      <b className="query__station ellipsis strong">{`${code} ${name}`}</b>
      <CommandButton
        command={stations.tab}
        args={{ tab: 'map' }}
        icon="info"
        label={text('curve.details')}
        look="ghost"
        iconOnly
      />
    </>
  );
}
