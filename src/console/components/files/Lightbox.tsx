import type { KeyboardEvent } from 'react';
import { dialog as dialogCommands } from '../../../../commands/dialog.ts';
import { files as fileCommands } from '../../../../commands/files.ts';
import { CommandButton, useCommands } from '../commands.tsx';
import { FailedState } from '../conditions.tsx';
import { DialogFrame } from '../dialog/DialogFrame.tsx';
import { useText } from '../i18n.ts';
import { useOffer } from '../screen.ts';
import { type ShownFile, usePicture } from './use-picture.ts';

/** A picture over the whole window; arrows lead to its neighbours, Esc back. */
export function Lightbox(props: {
  readonly file: ShownFile;
  readonly at: number;
  readonly count: number;
  readonly onStep: (step: 1 | -1) => void;
  readonly onClose: () => void;
}) {
  const { file, at, count, onStep, onClose } = props;
  const text = useText();
  const commands = useCommands();
  const { url, failed, again } = usePicture(file.id, false);
  const several = count > 1 ? true : 'files.only';
  useOffer(fileCommands.next, () => onStep(1), { available: several });
  useOffer(fileCommands.previous, () => onStep(-1), { available: several });
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (count > 1 && key === 'ArrowRight') commands.run(fileCommands.next, {}, 'key');
    if (count > 1 && key === 'ArrowLeft') commands.run(fileCommands.previous, {}, 'key');
  };
  return (
    <DialogFrame title={file.name} className="lightbox" onClose={onClose}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keys of what is within it */}
      <div className="lightbox__frame" onKeyDown={onKeyDown}>
        <header className="row gap-8">
          <h2 className="ellipsis grow">{file.name}</h2>
          <span className="dim num text-12">
            {[
              ...(count > 1 ? [`${at + 1} / ${count}`] : []),
              `${file.width} × ${file.height}`,
              file.accountName ?? '–',
            ].join(' · ')}
          </span>
          {count > 1 && (
            <>
              <CommandButton command={fileCommands.previous} icon="chevron-left" iconOnly look="ghost" />
              <CommandButton command={fileCommands.next} icon="chevron-right" iconOnly look="ghost" />
            </>
          )}
          <CommandButton
            command={fileCommands.save}
            args={{ uploadId: file.id }}
            icon="download"
            iconOnly
            look="ghost"
          />
          <CommandButton
            command={dialogCommands.decline}
            icon="x"
            iconOnly
            look="ghost"
            label={text('action.close')}
          />
        </header>
        <div className="lightbox__picture">
          {failed ? (
            <FailedState title={text('files.failed')} reason={file.name} onRetry={again} />
          ) : url === null ? (
            <span className="dim" role="status">
              {text('files.loading')}
            </span>
          ) : (
            <img src={url} alt={file.name} />
          )}
        </div>
      </div>
    </DialogFrame>
  );
}
