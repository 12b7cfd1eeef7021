/** Pages of the menu's group `system`: accounts, the platform, where it listens, what was done. */
import type { Page } from './page.ts';

/** By id. Order: as in the menu. */
export const systemPages = {
  users: {
    path: '/users',
    title: 'page.users',
    icon: 'user',
    feature: 'users',
    permission: 'system:user:edit',
    menu: { group: 'system', title: 'menu.users' },
  },
  serviceAccounts: {
    path: '/service-accounts',
    title: 'page.serviceAccounts',
    icon: 'terminal',
    feature: 'service-accounts',
    permission: 'system:user:edit',
    menu: { group: 'system', title: 'menu.serviceAccounts' },
  },
  roles: {
    path: '/roles',
    title: 'page.roles',
    icon: 'shield-check',
    feature: 'roles',
    permission: 'system:role:edit',
    menu: { group: 'system', title: 'menu.roles' },
  },
  menus: {
    path: '/menus',
    title: 'page.menus',
    icon: 'list',
    feature: 'menus',
    permission: 'system:role:edit',
    menu: { group: 'system', title: 'menu.menus' },
  },
  platform: {
    path: '/platform',
    title: 'page.platform',
    icon: 'layers',
    feature: 'platform',
    permission: 'system:platform:edit',
    menu: { group: 'system', title: 'menu.platform', platformOnly: true },
  },
  listeners: {
    path: '/listeners',
    title: 'page.listeners',
    icon: 'satellite',
    feature: 'listeners',
    permission: 'device:maintenance:view',
    menu: { group: 'system', title: 'menu.listeners', platformOnly: true },
  },
  processes: {
    path: '/processes',
    title: 'page.processes',
    icon: 'server',
    feature: 'processes',
    permission: 'device:maintenance:view',
    menu: { group: 'system', title: 'menu.processes', platformOnly: true },
  },
  audit: {
    path: '/audit',
    title: 'page.audit',
    icon: 'shield-check',
    feature: 'audit',
    permission: 'system:audit:view',
    menu: { group: 'system', title: 'menu.audit' },
  },
  log: {
    path: '/log',
    title: 'page.log',
    icon: 'scroll-text',
    feature: 'log',
    menu: { group: 'system', title: 'menu.log' },
  },
} as const satisfies Record<string, Page>;
