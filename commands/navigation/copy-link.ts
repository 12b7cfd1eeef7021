import { defineCommand } from '../../src/command/area.ts';

/** Copies the address of what is on screen, with range and filters. */
export const copyLink = defineCommand({
  icon: 'copy',
  keys: ['y'],
  places: ['header', 'tabMenu'],
  async execute({ navigation, notices }) {
    const isCopied = await navigation.copyAddress();
    notices.show(isCopied ? 'notice.linkCopied' : 'notice.notCopied', isCopied ? 'success' : 'warning');
  },
});
