import { useCompany } from '#web/api/queries.ts'
import { Card } from '#web/ui/card.tsx'
import { LoadError } from '#web/ui/load-error.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { CompanyForm } from './company-form.tsx'

type CompanyCardProps = { onChanged: (changed: boolean) => void }

/** The company's details on statements, and the defaults of its settlements (SPEC A2, B30, B36). */
export function CompanyCard({ onChanged }: CompanyCardProps) {
  const { data, isError, error, refetch } = useCompany()
  if (isError) return <LoadError error={error} onRetry={() => void refetch()} />
  return (
    <Card
      title="Company Information"
      description={data?.id === null ? UNSAVED : 'Printed at the top of every statement.'}
    >
      {data ? <CompanyForm company={data} onChanged={onChanged} /> : <LoadingForm />}
    </Card>
  )
}

const UNSAVED = "Sample values. Replace them with your company's details."
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
