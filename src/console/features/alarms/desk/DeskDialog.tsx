import { CloseDialog } from '../dialogs/CloseDialog.tsx';
import { ShelveDialog } from '../dialogs/ShelveDialog.tsx';
import { AcknowledgeDialog, AssignDialog, CommentDialog } from '../dialogs/SmallDialogs.tsx';
import type { ActDialogProps } from '../dialogs/use-act-form.ts';
import '../../../components/form/form.css';
import '../dialogs/dialogs.css';

const dialogs = {
  acknowledge: AcknowledgeDialog,
  comment: CommentDialog,
  assign: AssignDialog,
  shelve: ShelveDialog,
  close: CloseDialog,
} as const;

/** The dialog of an act on alarms, on whichever page it was asked for. */
export default function DeskDialog(props: ActDialogProps & { readonly act: keyof typeof dialogs }) {
  const Asked = dialogs[props.act];
  return <Asked {...props} />;
}
