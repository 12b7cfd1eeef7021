/** The menu tree as it is edited: whose entries stand where, what they are called, and who sees them. */
import Type, { type Static } from 'typebox';
import { call } from '../call.ts';

const strict = { additionalProperties: false } as const;
const access = 'system:role:edit';

/** What an entry is. Pages are those of the console and are hidden, never removed; buttons are no pages. */
export const menuNodeTypes = ['group', 'page', 'link', 'placeholder', 'button'] as const;
export type MenuNodeType = (typeof menuNodeTypes)[number];
/** Characters of a name: what fits beside its icon in the side menu. */
export const longestMenuName = 24;
export const mostMenuNodes = 200;

const Name = Type.String({ maxLength: longestMenuName });
const Plain = {
  /** Names the entry within the tree: a page's or group's own id, or one that the console made. */
  key: Type.String({ pattern: '^[A-Za-z0-9-]{1,40}$' }),
  type: Type.Enum([...menuNodeTypes]),
  /** Empty = the console's own word for a page or a group. */
  nameChinese: Name,
  nameEnglish: Name,
  nameJapanese: Name,
  /** Of the console's set; empty = the page's own. */
  icon: Type.String({ maxLength: 40 }),
  /** Of a link: `https://…`. */
  address: Type.String({ maxLength: 400 }),
  /** Needed to see a link, a placeholder or a button; empty = none. A page has the permission that its calls need. */
  permission: Type.String({ maxLength: 64 }),
  /** Not listed for anybody. */
  hidden: Type.Boolean(),
};

export const MenuNode = Type.Cyclic(
  {
    MenuNode: Type.Object(
      { ...Plain, children: Type.Array(Type.Ref('MenuNode'), { maxItems: 100 }) },
      strict,
    ),
  },
  'MenuNode',
);
const Flat = Type.Object(Plain, strict);
/** An entry with what stands below it: groups hold pages, links and placeholders, which hold buttons. */
export interface MenuNode extends Static<typeof Flat> {
  readonly children: readonly MenuNode[];
}

const Tree = Type.Array(MenuNode, { minItems: 1, maxItems: 40 });

/** The tree as it is saved, with the newest version's number (0 = as the product comes) and who saved it. */
export const menuTree = call('menus.tree', 'GET /rest/menus', {
  access,
  data: Type.Object(
    {
      version: Type.Integer(),
      tree: Type.Unsafe<readonly MenuNode[]>(Tree),
      /** As the product comes. */
      original: Type.Unsafe<readonly MenuNode[]>(Tree),
      versions: Type.Array(
        Type.Object(
          {
            version: Type.Integer(),
            at: Type.Integer(),
            accountName: Type.String(),
            reason: Type.String(),
          },
          strict,
        ),
      ),
    },
    strict,
  ),
});

/** Saves the whole tree for everybody; 409 where somebody saved it meanwhile, 422 with the entry that cannot be. */
export const saveMenus = call('menus.save', 'PUT /rest/menus', {
  access,
  body: Type.Object(
    {
      version: Type.Integer({ minimum: 0 }),
      tree: Type.Unsafe<readonly MenuNode[]>(Tree),
      reason: Type.String({ maxLength: 500 }),
    },
    strict,
  ),
  data: Type.Object({ version: Type.Integer() }, strict),
});
