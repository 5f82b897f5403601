/** Settings: the sections whose cards belong to other features. */
import type { ReactNode } from 'react'
import { InvoiceSettingsCard } from '#web/invoices/settings/invoice-settings-card.tsx'
import { MailCard } from '#web/mail/mail-card.tsx'
import { CompanyOrderCard } from '#web/packets/order-card.tsx'
import { CompanyPapersCard } from '#web/required-papers/required-papers-card.tsx'
import { Page } from '#web/ui/page.tsx'

export function BillingSettingsPage() {
  return (
    <Page title="Billing Settings" description="How you bill your brokers.">
      <Section>
        <InvoiceSettingsCard />
      </Section>
    </Page>
  )
}

export function DocumentSettingsPage() {
  return (
    <Page title="Document Settings" description="The documents of a load and of an invoice.">
      <Section>
        <CompanyPapersCard />
        <CompanyOrderCard />
      </Section>
    </Page>
  )
}

export function EmailSettingsPage() {
  return (
    <Page title="Email Settings" description="The emails that you send from here.">
      <Section>
        <MailCard />
      </Section>
    </Page>
  )
}

/** No wider than two fields read well beside each other. */
function Section({ children }: { children: ReactNode }) {
  return <div className="grid max-w-4xl gap-5">{children}</div>
}
