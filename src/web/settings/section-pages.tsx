/** Settings: the sections whose cards belong to other features. */
import { InvoiceSettingsCard } from '#web/invoices/settings/invoice-settings-card.tsx'
import { MailCard } from '#web/mail/mail-card.tsx'
import { CompanyOrderCard } from '#web/packets/order-card.tsx'
import { CompanyPapersCard } from '#web/required-papers/required-papers-card.tsx'
import { Page } from '#web/ui/page.tsx'

export function BillingSettingsPage() {
  return (
    <Page title="Billing Settings" description="How you bill your brokers.">
      <InvoiceSettingsCard />
    </Page>
  )
}

export function DocumentSettingsPage() {
  return (
    <Page title="Document Settings" description="The papers of a load and of an invoice.">
      <CompanyPapersCard />
      <CompanyOrderCard />
    </Page>
  )
}

export function EmailSettingsPage() {
  return (
    <Page title="Email Settings" description="The emails that you send from here.">
      <MailCard />
    </Page>
  )
}
