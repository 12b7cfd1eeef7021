import { useId, useRef } from 'react';
import { files as fileCommands } from '../../../../commands/files.ts';
import { CommandButton } from '../commands.tsx';
import { Icon } from '../Icon.tsx';
import { useFormat, useText } from '../i18n.ts';
import { useOffer } from '../screen.ts';
import './files.css';

/** A file that goes with what is written. */
export interface FieldFile {
  readonly key: string;
  readonly name: string;
  readonly preview: string | null;
  readonly state: 'waiting' | 'sending' | 'held' | 'refused' | 'done';
  /** How much has gone, 0 to 1. */
  readonly share: number;
  /** Why it is held or was refused, in words. */
  readonly problem: string | null;
}

interface FieldFiles {
  readonly items: readonly FieldFile[];
  readonly obstacle: 'sending' | 'refused' | null;
  add(files: readonly File[]): void;
  retry(key: string): void;
  remove(key: string): void;
}

const accepted = 'image/jpeg,image/png,image/webp,.pdf,.xlsx,.csv';

/** One file: its picture, how far it has come, and what went wrong. */
function FieldRow({ file, of }: { readonly file: FieldFile; readonly of: string }) {
  const text = useText();
  const format = useFormat();
  const { key, name, preview, state, share, problem } = file;
  const isStuck = state === 'held' || state === 'refused';
  return (
    <li className={`filefield__row is-${state}`}>
      {preview === null ? (
        <span className="filefield__thumb">
          <Icon name="file" />
        </span>
      ) : (
        <img className="filefield__thumb" src={preview} alt="" />
      )}
      <div className="filefield__words">
        <span className="ellipsis">{name}</span>
        {state === 'sending' || state === 'waiting' ? (
          <progress max={1} value={share} aria-label={text('files.progress', { name })} />
        ) : (
          <span className={`text-11 ${state === 'refused' ? 'filefield__problem' : 'dim'}`} role="status">
            {state === 'done' ? text('files.sent') : state === 'held' ? text('files.held') : problem}
          </span>
        )}
      </div>
      {state === 'sending' && <span className="num dim text-11">{format.number(share * 100, 0)} %</span>}
      {isStuck && (
        <CommandButton
          command={fileCommands.retry}
          args={{ of, item: key }}
          icon="refresh"
          label={text('files.retry', { name })}
          iconOnly
          look="ghost"
        />
      )}
      <CommandButton
        command={fileCommands.remove}
        args={{ of, item: key }}
        icon="x"
        label={text('files.remove', { name })}
        iconOnly
        look="ghost"
      />
    </li>
  );
}

/** Photographs and files that go with a form: chosen, taken with the camera of a phone, or dropped. */
export function FileField({ label, files }: { readonly label: string; readonly files: FieldFiles }) {
  const text = useText();
  const of = useId();
  const chooser = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  useOffer(fileCommands.choose, () => chooser.current?.click(), { of });
  useOffer(fileCommands.camera, () => camera.current?.click(), { of });
  const choices = () => files.items.map(({ key, name }) => ({ value: key, label: name }));
  useOffer(fileCommands.retry, ({ item }) => files.retry(item), { of, choices });
  useOffer(fileCommands.remove, ({ item }) => files.remove(item), { of, choices });
  const take = (input: HTMLInputElement) => {
    files.add([...(input.files ?? [])]);
    input.value = '';
  };
  return (
    <div
      role="group"
      className="filefield"
      aria-label={label}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        files.add([...event.dataTransfer.files]);
      }}
    >
      <div className="row wrap gap-8">
        <span className="filefield__camera">
          <CommandButton
            command={fileCommands.camera}
            args={{ of }}
            icon="camera"
            label={text('files.take')}
          />
        </span>
        <CommandButton command={fileCommands.choose} args={{ of }} icon="image" label={text('files.add')} />
        <input
          ref={chooser}
          type="file"
          hidden
          multiple
          accept={accepted}
          aria-label={text('files.add')}
          onChange={(event) => take(event.target)}
        />
        <input
          ref={camera}
          type="file"
          hidden
          accept="image/*"
          capture="environment"
          aria-label={text('files.take')}
          onChange={(event) => take(event.target)}
        />
      </div>
      {files.items.length > 0 && (
        <ul className="filefield__list">
          {files.items.map((file) => (
            <FieldRow key={file.key} file={file} of={of} />
          ))}
        </ul>
      )}
      {files.obstacle !== null && (
        <p className="text-12 dim" role="status">
          {text(`files.obstacle.${files.obstacle}`)}
        </p>
      )}
    </div>
  );
}
