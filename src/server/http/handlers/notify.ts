import * as messages from '../../../contract/notify/messages.ts';
import * as contract from '../../../contract/notify/notify.ts';
import * as outlets from '../../../contract/notify/outlets.ts';
import * as list from '../../../contract/notify/send-list.ts';
import { setupOf } from '../../notify/setup-view.ts';
import { type Binding, bind } from '../bind.ts';
import type { Services } from '../services.ts';

/** Who is notified of alarms, and where people can be reached. */
export function notifyHandlers(services: Services): readonly Binding[] {
  const { notifyBook, messageBook, contactBook, outlets: own } = services;
  return [
    bind(contract.notifySetup, ({ viewer }) => setupOf(services, viewer)),
    bind(contract.savePolicy, (by) => notifyBook.savePolicy(by, by.body)),
    bind(contract.deletePolicy, (by) => notifyBook.deletePolicy(by, by.params.id)),
    bind(contract.restorePolicy, (by) =>
      notifyBook.restore(by, 'notify_policies', 'notify.policy', by.params.id),
    ),
    bind(contract.saveRota, (by) => notifyBook.saveRota(by, by.body)),
    bind(contract.deleteRota, (by) => notifyBook.deleteRota(by, by.params.id)),
    bind(contract.restoreRota, (by) => notifyBook.restore(by, 'notify_rotas', 'notify.rota', by.params.id)),
    bind(contract.saveHook, (by) => notifyBook.saveHook(by, by.body)),
    bind(contract.deleteHook, (by) => notifyBook.deleteHook(by, by.params.id)),
    bind(contract.restoreHook, (by) => notifyBook.restore(by, 'notify_hooks', 'notify.hook', by.params.id)),
    bind(list.addListAddress, (by) => notifyBook.addAddress(by, by.body)),
    bind(list.importListAddresses, (by) => notifyBook.importAddresses(by, by.body)),
    bind(list.removeListAddress, (by) => notifyBook.removeAddress(by, by.params.id)),
    bind(messages.testChannel, (by) => messageBook.test(by, by.body.channel)),
    bind(messages.rehearsePolicy, (by) => messageBook.rehearse(by, by.params.id)),
    bind(messages.wouldNotify, ({ viewer, query }) => messageBook.would(viewer, query)),
    bind(messages.notifyMessages, ({ viewer, query }) => messageBook.messages(viewer, query)),
    bind(messages.sendAgain, (by) => messageBook.again(by, by.params.id)),
    bind(outlets.outlets, ({ viewer }) => own.book.list(viewer)),
    bind(outlets.saveOutlet, (by) => own.book.save(by, by.body)),
    bind(outlets.deleteOutlet, (by) => own.book.delete(by, by.params.id)),
    bind(outlets.testOutlet, (by) => own.book.test(by, by.params.id)),
    bind(outlets.resumeOutlet, (by) => own.book.resume(by, by.params.id, by.body)),
    bind(outlets.outletDeliveries, ({ viewer, params }) => own.book.deliveries(viewer, params.id)),
    bind(contract.contacts, ({ viewer }) => contactBook.list(viewer)),
    bind(contract.addContact, (by) => contactBook.add(by, by.body.address)),
    bind(contract.confirmContact, (by) => contactBook.confirm(by, by.params.id, by.body.code)),
    bind(contract.removeContact, (by) => contactBook.remove(by, 'contacts', by.params.id)),
    bind(contract.restoreContact, (by) => contactBook.restore(by, 'contacts', by.params.id)),
    bind(contract.addBrowser, (by) => contactBook.addBrowser(by, by.body)),
    bind(contract.removeBrowser, (by) => contactBook.remove(by, 'push_subscriptions', by.params.id)),
    bind(contract.restoreBrowser, (by) => contactBook.restore(by, 'push_subscriptions', by.params.id)),
  ];
}
