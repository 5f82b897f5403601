import { useState } from 'react'
import { isSampleCompany } from '#core/settings/sample-company.ts'
import type { Company, UnsavedCompany } from '#core/settings/company.ts'
import { useCompany } from '#web/api/queries.ts'
import { Card } from '#web/ui/card.tsx'
import { Query } from '#web/ui/query.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { CompanyForm } from './company-form.tsx'
import { DefaultDeductions } from './default-deductions.tsx'

type CompanyCardsProps = {
  onCompanyChanged: (changed: boolean) => void
  onDeductionsChanged: (changed: boolean) => void
}

/** The company's details on statements, and the defaults of its settlements (SPEC A2, B30, B36). */
export function CompanyCards(props: CompanyCardsProps) {
  const query = useCompany()
  const loading = (
    <Card title="Company Information">
      <LoadingForm />
    </Card>
  )
  return (
    <Query of={query} skeleton={loading}>
      {(company) => <LoadedCards company={company} {...props} />}
    </Query>
  )
}

type Settings = Company | UnsavedCompany

/** Two forms of one record. Each keeps the version that it was opened with. */
function LoadedCards({
  company,
  onCompanyChanged,
  onDeductionsChanged,
}: CompanyCardsProps & { company: Settings }) {
  const [details, setDetails] = useState(company)
  const [deductions, setDeductions] = useState(company)
  return (
    <>
      <Card
        title="Company Information"
        description={isSampleCompany(details) ? SAMPLE : 'Printed at the top of every statement.'}
      >
        <CompanyForm
          opened={details}
          onSaved={(saved) => {
            setDetails(saved)
            setDeductions((other) => followSave(other, saved))
          }}
          onChanged={onCompanyChanged}
        />
      </Card>
      <DefaultDeductions
        opened={deductions}
        onSaved={(saved) => {
          setDeductions(saved)
          setDetails((other) => followSave(other, saved))
        }}
        onChanged={onDeductionsChanged}
      />
    </>
  )
}

/** The other form's next save is based on this save too, unless someone else saved in between. */
function followSave(other: Settings, saved: Company): Settings {
  return saved.version === other.version + 1 ? saved : other
}

const SAMPLE = "Sample values. Replace them with your company's details."
const SKELETON_LINES = 6

function LoadingForm() {
  return (
    <div role="status" className="grid gap-4">
      <span className="sr-only">Loading...</span>
      {Array.from({ length: SKELETON_LINES }, (_, index) => (
        <Skeleton key={index} className="h-9" />
      ))}
    </div>
  )
}
