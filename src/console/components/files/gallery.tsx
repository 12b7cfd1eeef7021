import { type ReactNode, useState } from 'react';
import { files as fileCommands } from '../../../../commands/files.ts';
import { useCommands } from '../commands.tsx';
import { Icon } from '../Icon.tsx';
import { useFormat, useText } from '../i18n.ts';
import { saveFile } from '../save-file.ts';
import { useOffer } from '../screen.ts';
import { Lightbox } from './Lightbox.tsx';
import { LoadContext, type LoadFile, type ShownFile, usePicture } from './use-picture.ts';
import './files.css';

function Thumbnail({ file }: { readonly file: ShownFile }) {
  const { url, failed } = usePicture(file.id, true);
  if (url !== null) return <img src={url} alt={file.name} />;
  return failed ? <Icon name="circle-alert" /> : <span className="visually-hidden">{file.name}</span>;
}

/** Files as they hang on something: thumbnails of pictures, names of others. */
export function FileThumbs({ files }: { readonly files: readonly ShownFile[] }) {
  const text = useText();
  const format = useFormat();
  const commands = useCommands();
  if (files.length === 0) return null;
  return (
    <ul className="filethumbs" aria-label={text('files.count', { count: files.length })}>
      {files.map((file) => {
        const isPicture = file.width !== null;
        return (
          <li key={file.id}>
            <button
              type="button"
              className={isPicture ? 'filethumbs__picture' : 'filethumbs__file'}
              title={text(isPicture ? 'files.openOne' : 'files.saveOne', { name: file.name })}
              onClick={() => commands.run(fileCommands.open, { uploadId: file.id }, 'button')}
            >
              {isPicture ? (
                <Thumbnail file={file} />
              ) : (
                <>
                  <Icon name="file" />
                  <span className="ellipsis">{file.name}</span>
                  <span className="dim num">{format.number(Math.max(1, file.bytes / 1024), 0)} KB</span>
                </>
              )}
            </button>
          </li>
        );
      })}
    </ul>
  );
}

/** What holds files: opens a picture of it large, with its neighbours, and saves what is none. */
export function FileGallery(props: {
  readonly files: readonly ShownFile[];
  readonly load: LoadFile;
  /** A file did not come. */
  readonly onFailed: (error: unknown) => void;
  readonly children: ReactNode;
}) {
  const { files, load, onFailed, children } = props;
  const [openId, setOpenId] = useState<number | null>(null);
  const pictures = files.filter(({ width }) => width !== null);
  const at = pictures.findIndex(({ id }) => id === openId);
  const save = async (file: ShownFile) => {
    try {
      saveFile(file.name, new Blob([await load(file.id, false)]));
    } catch (error) {
      onFailed(error);
    }
  };
  const choices = () => files.map(({ id, name }) => ({ value: id, label: name }));
  useOffer(
    fileCommands.open,
    ({ uploadId }) => {
      const file = files.find(({ id }) => id === uploadId);
      if (file === undefined) return;
      if (file.width !== null) setOpenId(uploadId);
      else void save(file);
    },
    { available: files.length > 0 ? true : 'files.none', choices },
  );
  useOffer(
    fileCommands.save,
    ({ uploadId }) => {
      const file = files.find(({ id }) => id === uploadId);
      return file === undefined ? undefined : save(file);
    },
    { available: files.length > 0 ? true : 'files.none', choices },
  );
  const shown = pictures[at];
  return (
    <LoadContext value={load}>
      {children}
      {shown !== undefined && (
        <Lightbox
          file={shown}
          at={at}
          count={pictures.length}
          onStep={(step) => setOpenId(pictures[(at + step + pictures.length) % pictures.length]?.id ?? null)}
          onClose={() => setOpenId(null)}
        />
      )}
    </LoadContext>
  );
}
