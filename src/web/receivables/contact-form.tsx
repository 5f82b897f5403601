import { contactFields, contactMessages, type Contact } from '#core/receivables/contacts.ts'
import { today } from '#web/api/today.ts'
import { FieldGrid } from '#web/records/form/field-grid.tsx'
import { RecordDialog } from '#web/records/form/record-dialog.tsx'
import { useRecordForm } from '#web/records/form/use-record-form.ts'

type ContactFormProps = {
  /** The contact to change. Without it, the form adds a contact at `path`. */
  contact?: Contact
  /** "brokers/7/contacts" or "invoices/9/contacts". */
  path: string
  /** "Acme Logistics" or "Invoice 1042". */
  about: string
  onClose: () => void
}

const NAMES = Object.keys(contactFields)

/** What was discussed with a broker, and when to follow up (SPEC C205). */
export function ContactForm({ contact, path, about, onClose }: ContactFormProps) {
  const model = useRecordForm<Contact>({ fields: contactFields }, contact, {
    text: { day: today() },
  })
  return (
    <RecordDialog
      entity={{ name: contact ? 'contacts' : path, singular: 'Contact' }}
      model={model}
      names={NAMES}
      labels={{
        title: contact ? 'Contact' : 'Log Contact',
        description: about,
        save: 'Save Contact',
        saved: 'Contact saved',
        failed: contactMessages.failed,
      }}
      onClose={onClose}
    >
      <FieldGrid model={model} names={NAMES} />
    </RecordDialog>
  )
}
