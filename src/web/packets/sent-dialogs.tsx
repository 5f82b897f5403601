import { downloadFormFields, sendingFormFields, undoFormFields } from '#core/packets/forms.ts'
import { packetMessages, type Sending } from '#core/packets/packets.ts'
import { refetchLists } from '#web/api/queries.ts'
import { saveFile } from '#web/api/save-file.ts'
import { today } from '#web/api/today.ts'
import { RecordForm } from '#web/records/form/record-form.tsx'

type SentDialogProps = { invoiceId: number; onClose: () => void }

/** Marks an invoice as sent that was sent in another way, such as in the broker's portal or to the factor. */
export function SentDialog({ invoiceId, onClose }: SentDialogProps) {
  return (
    <RecordForm<Sending>
      entity={{
        name: `invoices/${invoiceId}/sendings`,
        singular: 'Sending',
        fields: sendingFormFields,
      }}
      start={{ text: { sentOn: today() } }}
      labels={{
        title: 'Mark as Sent',
        description: 'The packet is kept as it is now, and its documents can’t be deleted.',
        save: 'Mark as Sent',
        saved: 'Invoice marked as sent',
        failed: packetMessages.sendFailed,
      }}
      onSaved={() => void refetchLists()}
      onClose={onClose}
    />
  )
}

/** Records the sending, then downloads the same file. */
export function DownloadDialog({ invoiceId, onClose }: SentDialogProps) {
  return (
    <RecordForm<Sending>
      entity={{
        name: `invoices/${invoiceId}/sendings`,
        singular: 'Sending',
        fields: downloadFormFields,
      }}
      start={{ text: { sentOn: today() } }}
      labels={{
        title: 'Download & Mark as Sent',
        description: 'Saves the packet on this computer. The invoice counts as sent.',
        save: 'Download & Mark as Sent',
        saved: 'Invoice marked as sent',
        failed: packetMessages.sendFailed,
      }}
      onSaved={({ id }) => {
        saveFile(`/api/invoices/${invoiceId}/sendings/${id}/packet.pdf`)
        void refetchLists()
      }}
      onClose={onClose}
    />
  )
}

type UndoDialogProps = { invoiceId: number; sending: Sending; onClose: () => void }

/** Marks a sending as not sent, for example because the email bounced or the portal rejected it. */
export function UndoDialog({ invoiceId, sending, onClose }: UndoDialogProps) {
  return (
    <RecordForm<Sending>
      entity={{
        name: `invoices/${invoiceId}/sendings/${sending.id}/undo`,
        singular: 'Sending',
        fields: undoFormFields,
      }}
      start={{ text: { undoneOn: today() } }}
      labels={{
        title: 'Mark as Not Sent',
        description: 'This sending stays in the list with the reason, and no longer counts.',
        save: 'Mark as Not Sent',
        saved: 'Invoice marked as not sent',
        failed: packetMessages.undoFailed,
      }}
      onSaved={() => void refetchLists()}
      onClose={onClose}
    />
  )
}
