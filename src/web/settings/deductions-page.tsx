/** Settings: the deductions of every truck, in one list (SPEC C2, B30). */
import { useState } from 'react'
import type { Company, UnsavedCompany } from '#core/settings/company.ts'
import { OnlyFor } from '#web/api/may.tsx'
import { useCompany } from '#web/api/queries.ts'
import { RulesList } from '#web/deductions/rules-list.tsx'
import { Card } from '#web/ui/card.tsx'
import { Page } from '#web/ui/page.tsx'
import { Query } from '#web/ui/query.tsx'
import { DefaultDeductions } from './default-deductions.tsx'

export function DeductionsPage() {
  return (
    <Page title="Deductions" description="What the settlements of every truck deduct.">
      <div className="max-w-4xl">
        <Card
          title="Deductions of Every Truck"
          description="Added to each new settlement. For one truck only, edit the truck."
        >
          <OnlyFor permission="admin">
            <FuelAndInsurance />
          </OnlyFor>
          <RulesList truckId={null} />
        </Card>
      </div>
    </Page>
  )
}

function FuelAndInsurance() {
  const query = useCompany()
  return (
    <Query of={query} skeleton="h-64">
      {(company) => <OpenedDeductions company={company} />}
    </Query>
  )
}

/** Keeps the version that the form was opened with: a background read must not replace it unseen. */
function OpenedDeductions({ company }: { company: Company | UnsavedCompany }) {
  const [opened, setOpened] = useState(company)
  return <DefaultDeductions opened={opened} onSaved={setOpened} />
}
