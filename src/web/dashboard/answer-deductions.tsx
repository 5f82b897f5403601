import { settingsMessages } from '#core/messages.ts'
import type { Company, UnsavedCompany } from '#core/settings/company.ts'
import { refetchLists, saveCompany } from '#web/api/queries.ts'
import { useAction } from '#web/api/use-action.ts'
import { Button } from '#web/ui/button.tsx'

/** Takes the proposed fuel and insurance deductions, or none (SPEC C340). */
export function AnswerDeductions({ company }: { company: Company | UnsavedCompany }) {
  const answer = useAction({
    send: (values: Partial<Company>) => saveCompany(company, values),
    done: settingsMessages.saved,
    failed: settingsMessages.failedToSave,
    // Another person may have answered.
    onFailure: refetchLists,
    refetch: refetchLists,
  })
  const { fuelDeductionType, fuelDeductionValue, insuranceDeductionType, insuranceDeductionValue } =
    company
  const proposed = {
    fuelDeductionType,
    fuelDeductionValue,
    insuranceDeductionType,
    insuranceDeductionValue,
  }
  return (
    <div className="mt-2 flex flex-wrap gap-2">
      <Button size="sm" disabled={answer.busy} onClick={() => answer.run(proposed)}>
        Use These
      </Button>
      <Button size="sm" variant="secondary" disabled={answer.busy} onClick={() => answer.run(NONE)}>
        Deduct None
      </Button>
    </div>
  )
}

const NONE = { fuelDeductionValue: '0.00', insuranceDeductionValue: '0.00' }
