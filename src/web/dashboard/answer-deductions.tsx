import { useMutation } from '@tanstack/react-query'
import { settingsMessages } from '#core/messages.ts'
import type { Company, UnsavedCompany } from '#core/settings/company.ts'
import { refetchLists, saveCompany } from '#web/api/queries.ts'
import { messageFor } from '#web/api/request-key.ts'
import { Button } from '#web/ui/button.tsx'
import { toast, toastFailure } from '#web/ui/overlays/toast.tsx'

/** Takes the proposed fuel and insurance deductions, or none (SPEC C340). */
export function AnswerDeductions({ company }: { company: Company | UnsavedCompany }) {
  const answer = useMutation({
    mutationFn: (values: Partial<Company>) => saveCompany(company, values),
    onSuccess: () => toast(settingsMessages.saved),
    onError: (error) => toastFailure(settingsMessages.failedToSave, messageFor(error)),
    // After a failure too: another person may have answered.
    onSettled: () => refetchLists(),
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
      <Button size="sm" disabled={answer.isPending} onClick={() => answer.mutate(proposed)}>
        Use These
      </Button>
      <Button
        size="sm"
        variant="secondary"
        disabled={answer.isPending}
        onClick={() => answer.mutate(NONE)}
      >
        Deduct None
      </Button>
    </div>
  )
}

const NONE = { fuelDeductionValue: '0.00', insuranceDeductionValue: '0.00' }
