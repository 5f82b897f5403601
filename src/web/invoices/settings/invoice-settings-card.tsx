import { useQuery } from '@tanstack/react-query'
import { Card } from '#web/ui/card.tsx'
import { LoadError } from '#web/ui/load-error.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { billingSettingsQuery } from './billing-settings.ts'
import { InvoiceSettingsForm } from './invoice-settings-form.tsx'

/** How the account bills its brokers: terms, numbers, remit-to, note (SPEC C166). */
export function InvoiceSettingsCard() {
  const { data, error, refetch } = useQuery(billingSettingsQuery)
  if (error) return <LoadError error={error} onRetry={() => void refetch()} />
  return (
    <Card
      title="Invoices"
      description="Terms, numbers and what every invoice prints. Approved invoices stay as they are."
    >
      {data ? (
        // A save elsewhere must not replace what is typed here.
        <InvoiceSettingsForm settings={data} />
      ) : (
        <Skeleton className="h-64" />
      )}
    </Card>
  )
}
