import Type from 'typebox';
import { area, onScreen } from '../src/command/area.ts';
import { screenArgument } from '../src/command/arguments.ts';

const permission = 'station:data:view' as const;
const node = () => screenArgument('argument.node', Type.String({ maxLength: 60 }));

/** The tree of companies, projects, stations, RTUs and sensors, to look at. */
export const sensortree = area('sensortree', {
  /** Opens what a line stands for: a station, or the newest readings of a sensor. */
  choose: onScreen({
    icon: 'activity',
    permission,
    places: ['folders'],
    page: '/sensors/tree',
    arguments: Type.Object({ node: node() }),
  }),
  /** Folds or unfolds a line of the tree. */
  fold: onScreen({
    icon: 'chevron-down',
    isPassing: true,
    permission,
    places: ['folders'],
    arguments: Type.Object({ node: node() }),
  }),
  /** Narrows the tree to what is in trouble, or shows all of it again. */
  trouble: onScreen({ icon: 'warning', permission, places: ['folders'] }),
});
