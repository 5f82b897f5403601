import { draftFields } from '#core/invoices/requests.ts'
import type { InvoiceDetails } from '#core/invoices/responses.ts'
import { FieldGrid } from '#web/records/form/field-grid.tsx'
import { RecordDialog } from '#web/records/form/record-dialog.tsx'
import { useRecordForm } from '#web/records/form/use-record-form.ts'
import { ExtraLines } from './extra-lines.tsx'
import { useExtras } from './use-extras.ts'

type EditDraftProps = { invoice: InvoiceDetails; onClose: () => void }

const DRAFT = { name: 'invoices', singular: 'Draft', fields: draftFields }
const NAMES = Object.keys(draftFields)

/** The date, terms, note and extra lines of a draft. Its other lines follow the charges of its loads. */
export function EditDraft({ invoice, onClose }: EditDraftProps) {
  const model = useRecordForm<InvoiceDetails & { [field: string]: unknown }>(DRAFT, invoice)
  const extras = useExtras(invoice)
  return (
    <RecordDialog
      entity={DRAFT}
      model={model}
      names={NAMES}
      parts={extras.parts}
      labels={{
        title: 'Edit Draft',
        description: 'All other lines follow the charges of the loads.',
        save: 'Save',
        saved: 'Draft updated',
        failed: 'Failed to update draft',
      }}
      onClose={onClose}
    >
      <FieldGrid
        model={model}
        names={NAMES}
        hints={{ invoiceDate: 'Blank: the day of approval', termsDays: '0: due on receipt' }}
      />
      <ExtraLines extras={extras} />
    </RecordDialog>
  )
}
