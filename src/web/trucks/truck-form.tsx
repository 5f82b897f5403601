import { RulesList } from '#web/deductions/rules-list.tsx'
import { TruckBalances } from '#web/deductions/truck-balances.tsx'
import { RecordForm, type RecordFormProps } from '#web/records/form/record-form.tsx'

/** A truck's fields; once it is saved, what is deducted on each of its settlements (SPEC C2). */
export function TruckForm(props: RecordFormProps) {
  const { record } = props
  return (
    <RecordForm {...props}>
      {record && (
        <section aria-labelledby={TITLE} className="grid gap-4 border-t border-line pt-4">
          <h3 id={TITLE} className="text-sm font-semibold">
            Recurring Deductions
          </h3>
          <RulesList truckId={record.id} />
          <TruckBalances truckId={record.id} />
        </section>
      )}
    </RecordForm>
  )
}

const TITLE = 'truck-deductions'
