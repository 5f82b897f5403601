import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import type { Ready } from '#core/invoices/responses.ts'
import { Query } from '#web/ui/query.tsx'
import { Page } from '#web/ui/page.tsx'
import { billingQuery } from '#web/invoices/queries.ts'
import { ReadyTab } from '#web/invoices/ready/ready-tab.tsx'
import { BillingTabs } from './billing-tabs.tsx'
import { InvoiceList } from './invoice-list.tsx'
import { NotReadyTab } from './not-ready-tab.tsx'
import { readTab, type BillingTab } from './tabs.ts'

/** Loads to bill and invoices, from Not Ready to Sent (SPEC C165). */
export function InvoicesPage() {
  const [params] = useSearchParams()
  const tab = readTab(params)
  if (tab === 'not-ready' || tab === 'ready') return <LoadsToBill tab={tab} />
  return <InvoiceList key={tab} tab={tab} />
}

function LoadsToBill({ tab }: { tab: BillingTab }) {
  const query = useQuery(billingQuery)
  return (
    <Page title="Invoices" description={DESCRIPTIONS[tab]}>
      <BillingTabs current={tab} />
      <Query of={query} skeleton="h-64">
        {(data) => <Loads tab={tab} billing={data} />}
      </Query>
    </Page>
  )
}

function Loads({ tab, billing }: { tab: BillingTab; billing: Ready }) {
  return tab === 'ready' ? <ReadyTab billing={billing} /> : <NotReadyTab billing={billing} />
}

const DESCRIPTIONS: Partial<Record<BillingTab, string>> = {
  'not-ready': 'Delivered loads that still need something before they can be billed.',
  ready: 'Select loads, check the drafts, approve.',
}
