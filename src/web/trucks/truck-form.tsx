import { useMay } from '#web/api/may.tsx'
import { RulesList } from '#web/deductions/rules-list.tsx'
import { TruckBalances } from '#web/deductions/truck-balances.tsx'
import { WithoutLoadsButton } from '#web/settlements/without-loads/without-loads-button.tsx'
import { RecordForm, type RecordFormProps } from '#web/records/form/record-form.tsx'

/** The truck's fields. A saved truck also shows its recurring deductions and balances (SPEC C2, C5). */
export function TruckForm(props: RecordFormProps) {
  const { record } = props
  const seesSettlements = useMay('settlements')
  return (
    <RecordForm {...props}>
      {record && seesSettlements && (
        <section aria-labelledby={TITLE} className="grid gap-4 border-t border-line pt-4">
          <h3 id={TITLE} className="text-sm font-semibold">
            Recurring Deductions
          </h3>
          <RulesList truckId={record.id} />
          <TruckBalances truckId={record.id} />
          <div>
            <WithoutLoadsButton truckId={record.id} truck={String(record.truckId)} />
          </div>
        </section>
      )}
    </RecordForm>
  )
}

const TITLE = 'truck-deductions'
