import { useEffect } from 'react';
import type { TileProps } from './scope.ts';
import { TileEmpty } from './TileEmpty.tsx';

/** Instructions, telephone numbers: as they were typed. */
export default function TextTile({ settings, onNote }: TileProps<'text'>) {
  useEffect(() => onNote(''), [onNote]);
  if (settings.text.trim() === '') return <TileEmpty icon="file" says="dashboards.tileSetUp" />;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keys
    <div className="dtext scroll" tabIndex={0} role="group">
      {settings.text}
    </div>
  );
}
