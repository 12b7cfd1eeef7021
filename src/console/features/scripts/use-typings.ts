import { useEffect, useState } from 'react';
import { useText } from '../../components/i18n.ts';

/** The script API as declarations, with the console's words in its hovers; empty until it is printed. */
export function useTypings(): string {
  const text = useText();
  const [typings, setTypings] = useState('');
  useEffect(() => {
    let wanted = true;
    Promise.all([
      import('../../../script/typings/print.ts'),
      import('../../../script/guest/index.ts?declarations'),
    ]).then(
      ([{ printTypings }, { default: guest }]) => wanted && setTypings(printTypings((id) => text(id), guest)),
      // Without them the editor still edits; the check before a run reports what is wrong.
      () => undefined,
    );
    return () => {
      wanted = false;
    };
  }, [text]);
  return typings;
}
