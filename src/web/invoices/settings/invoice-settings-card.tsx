import { useQuery } from '@tanstack/react-query'
import { Card } from '#web/ui/card.tsx'
import { Query } from '#web/ui/query.tsx'
import { billingSettingsQuery } from './billing-settings.ts'
import { InvoiceSettingsForm } from './invoice-settings-form.tsx'

/**
 * How the account bills its brokers: terms, numbers, remit-to, note (SPEC C166). A save elsewhere must not replace what is
 * typed here, so the form has no key.
 */
export function InvoiceSettingsCard() {
  const query = useQuery(billingSettingsQuery)
  return (
    <Card
      title="Invoices"
      description="Terms, numbers and what every invoice prints. Approved invoices stay as they are."
    >
      <Query of={query} skeleton="h-64">
        {(settings) => <InvoiceSettingsForm settings={settings} />}
      </Query>
    </Card>
  )
}
