interface Entry {
  readonly menuType: string;
  readonly menuPath: string;
  readonly menuComponent: string;
  readonly children: readonly Entry[];
}

const slashed = (path: string) => (path.startsWith('/') ? path : `/${path}`);

/** The module that the server's menu names for an address: its component, else its path; null where it names none. */
export function moduleAt(menus: readonly Entry[], path: string): string | null {
  for (const { menuType, menuPath, menuComponent, children } of menus) {
    if (menuType === 'menu' && menuPath !== '' && slashed(menuPath) === path)
      return menuComponent === '' ? menuPath : menuComponent;
    const below = moduleAt(children, path);
    if (below !== null) return below;
  }
  return null;
}
