import { useRef, useState } from 'react';
import { outlines as shapeCommands } from '../../../../commands/outlines.ts';
import { type ShapeKind, shapeKinds } from '../../../base/map-shapes.ts';
import { callOf } from '../../../command/command.ts';
import type { StationSummary } from '../../../contract/sites/stations.ts';
import { CommandButton, useCommands } from '../../components/commands.tsx';
import { Confirm } from '../../components/dialog/Confirm.tsx';
import { useFormat, useText } from '../../components/i18n.ts';
import { Permit } from '../../components/Permit.tsx';
import { useOffer } from '../../components/screen.ts';
import { reasonOf } from '../../state/connection/refused.ts';
import { notify } from '../../state/notices.ts';
import { addMapShape, type MapShape, removeMapShape, restoreMapShape } from '../../state/sites/map-shapes.ts';

/** What is drawn round a station, listed; more comes from GeoJSON files. */
export function MapShapes({
  own,
  shapes,
}: {
  readonly own: StationSummary;
  readonly shapes: readonly MapShape[];
}) {
  const text = useText();
  const format = useFormat();
  const input = useRef<HTMLInputElement>(null);
  const [kind, setKind] = useState<ShapeKind>('hazardArea');
  const [ofProject, setOfProject] = useState(false);
  const [asked, setAsked] = useState<(typeof shapes)[number] | null>(null);
  const commands = useCommands();
  useOffer(shapeCommands.kind, ({ kind: chosen }) => setKind(chosen));
  useOffer(shapeCommands.scope, () => setOfProject((before) => !before));
  useOffer(shapeCommands.add, () => input.current?.click());
  useOffer(shapeCommands.remove, ({ shape }) => setAsked(shapes.find(({ id }) => id === shape) ?? null), {
    available: shapes.length > 0,
    choices: () => shapes.map(({ id, name }) => ({ value: id, label: name })),
  });
  useOffer(shapeCommands.restore, async ({ shape }) => {
    try {
      await restoreMapShape(shape);
      notify('success', text('undo.done'));
    } catch (error) {
      notify('error', reasonOf(error, text));
    }
  });
  const remove = async (shape: number) => {
    try {
      const name = shapes.find(({ id }) => id === shape)?.name ?? '';
      await removeMapShape(shape);
      const undo = callOf(shapeCommands.restore, { shape });
      notify('success', text('undo.deleted', { name }), null, null, undo);
    } catch (error) {
      notify('error', reasonOf(error, text));
    }
  };
  const send = async (file: File) => {
    try {
      const name = file.name.replace(/\.[^.]*$/, '').slice(0, 80) || file.name.slice(0, 80);
      const stationId = ofProject ? null : own.id;
      await addMapShape({ projectId: own.projectId, stationId, kind, name, geojson: await file.text() });
    } catch (error) {
      notify('error', reasonOf(error, text));
    }
  };
  return (
    <section className="location__near" aria-label={text('shapes.title')}>
      <h2>{text('shapes.title')}</h2>
      {shapes.length === 0 && <p className="dim">{text('shapes.none')}</p>}
      <ul>
        {shapes.map(({ id, name, kind: of, points }) => (
          <li key={id}>
            <span className="ellipsis grow">
              <i className={`shape shape--${of}`} aria-hidden="true" /> {name}{' '}
              <span className="dim">{text(`shapeKind.${of}`)}</span>
            </span>
            <span className="flex gap-4">
              <span className="num dim">{text('shapes.count', { count: format.number(points, 0) })}</span>
              <Permit needs="device:site:edit">
                <CommandButton
                  command={shapeCommands.remove}
                  args={{ shape: id }}
                  icon="trash"
                  label={text('shapes.remove', { name })}
                  look="ghost"
                  iconOnly
                />
              </Permit>
            </span>
          </li>
        ))}
      </ul>
      <Permit needs="device:site:edit">
        <div className="location__add wrap gap-4 flex">
          <select
            className="field"
            aria-label={text('shapes.kind')}
            value={kind}
            onChange={(event) => {
              const chosen = shapeKinds.find((one) => one === event.target.value);
              if (chosen !== undefined) commands.run(shapeCommands.kind, { kind: chosen }, 'button');
            }}
          >
            {shapeKinds.map((one) => (
              <option key={one} value={one}>
                {text(`shapeKind.${one}`)}
              </option>
            ))}
          </select>
          <label className="gap-4 flex">
            <input
              type="checkbox"
              checked={ofProject}
              onChange={() => commands.run(shapeCommands.scope, {}, 'button')}
            />
            {text('shapes.ofProject')}
          </label>
          <CommandButton command={shapeCommands.add} icon="upload" label={text('shapes.add')} />
          <input
            ref={input}
            type="file"
            hidden
            aria-label={text('shapes.add')}
            accept=".geojson,.json,application/geo+json,application/json"
            onChange={(event) => {
              const [file] = event.target.files ?? [];
              event.target.value = '';
              if (file !== undefined) void send(file);
            }}
          />
        </div>
      </Permit>
      {asked !== null && (
        <Confirm
          question={text('shapes.removeAsk', { name: asked.name })}
          confirm={text('shapes.remove', { name: asked.name })}
          onAnswer={(yes) => {
            setAsked(null);
            if (yes) void remove(asked.id);
          }}
        />
      )}
    </section>
  );
}
