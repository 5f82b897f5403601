import { useState } from 'react'
import type { Settlement } from '#core/settlements/settlement.ts'
import type { SettlementPreview } from '#core/settlements/preview.ts'
import { describeChangedPayee, describePreviousPayee } from '#core/settlements/previous-payee.ts'
import { useMay } from '#web/api/may.tsx'
import { fromSaved } from '#web/settlements/screen/loaded-settlement.ts'
import { useSettlement } from '#web/settlements/screen/use-settlement.ts'
import { Button } from '#web/ui/button.tsx'
import { PayeeForm } from './payee-form.tsx'
import { PayeeLink } from './payee-link.tsx'

const UNNAMED = { ownerId: null, driverId: null, name: null }

type PayeeLineProps = { billing: Settlement | null; preview: SettlementPreview }

/** The payee, whether the truck's payee changed, and the button that changes the payee (SPEC C10). */
export function PayeeLine({ billing, preview }: PayeeLineProps) {
  const { hasChanges, replace } = useSettlement()
  const [choosing, setChoosing] = useState(false)
  const mayChange = useMay('payroll')
  const isDraft = billing?.status === 'pending'
  const canChange = !billing || isDraft
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2 text-sm">
      <p className="min-w-0 wrap-anywhere">
        Payee: <PayeeLink {...UNNAMED} {...preview.payee} />
        {isDraft && preview.changedPayee && (
          <span className="block text-waiting">{describeChangedPayee(preview.changedPayee)}</span>
        )}
        {canChange && preview.former && (
          <span className="block text-waiting">{describePreviousPayee(preview.former)}</span>
        )}
      </p>
      {isDraft && mayChange && (
        <Button variant="secondary" disabled={hasChanges} onClick={() => setChoosing(true)}>
          Change Payee
        </Button>
      )}
      {choosing && billing && (
        <PayeeForm
          billing={billing}
          name={preview.payee?.name ?? null}
          onClose={() => setChoosing(false)}
          onSaved={(saved) => replace(fromSaved(saved))}
        />
      )}
    </div>
  )
}
