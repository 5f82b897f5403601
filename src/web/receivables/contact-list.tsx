import { useState } from 'react'
import { formatDay } from '#core/calendar.ts'
import { nameContact, type Contact } from '#core/receivables/contacts.ts'
import { useMay } from '#web/api/may.tsx'
import { Button } from '#web/ui/button.tsx'
import { ContactForm } from './contact-form.tsx'

/** The contact log, the latest first. A sent reminder can't be changed. */
export function ContactList({ contacts }: { contacts: readonly Contact[] }) {
  const [edited, setEdited] = useState<Contact>()
  const mayChange = useMay('billing')
  return (
    <>
      <ul aria-label="Contacts" className="grid gap-3 text-sm empty:hidden">
        {contacts.map((contact) => (
          <li key={contact.id} className="flex items-start justify-between gap-2">
            <span className="min-w-0 wrap-anywhere">
              <span className="block text-muted">{describeContact(contact)}</span>
              <span className="line-clamp-4 whitespace-pre-wrap">{contact.text}</span>
            </span>
            {mayChange && contact.reminder === null && (
              <Button size="sm" variant="secondary" onClick={() => setEdited(contact)}>
                Edit
              </Button>
            )}
          </li>
        ))}
      </ul>
      {edited && (
        <ContactForm
          contact={edited}
          path=""
          about={
            edited.invoiceNumber
              ? `Invoice ${edited.invoiceNumber}`
              : 'Everything that the broker owes'
          }
          onClose={() => setEdited(undefined)}
        />
      )}
    </>
  )
}

/** "11/2/2026 · Call · Invoice 1042 · Pat Doe · Follow up on 11/9/2026". */
function describeContact(contact: Contact): string {
  const { day, invoiceNumber, by, nextOn } = contact
  return [
    formatDay(day),
    nameContact(contact),
    invoiceNumber && `Invoice ${invoiceNumber}`,
    by,
    nextOn && `Follow up on ${formatDay(nextOn)}`,
  ]
    .filter(Boolean)
    .join(' · ')
}
