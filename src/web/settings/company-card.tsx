import { useCompany } from '#web/api/queries.ts'
import { Card } from '#web/ui/card.tsx'
import { LoadError } from '#web/ui/failed.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { CompanyForm } from './company-form.tsx'

type CompanyCardProps = { onChanged: (changed: boolean) => void }

/** The company as its statements show it, and what its settlements start from (SPEC A2, B30, B36). */
export function CompanyCard({ onChanged }: CompanyCardProps) {
  const { data, isError, error, refetch } = useCompany()
  if (isError) return <LoadError error={error} onRetry={() => void refetch()} />
  return (
    <Card
      title="Company Information"
      description={data?.id === null ? UNSAVED : 'Printed at the head of every statement.'}
    >
      {data ? <CompanyForm company={data} onChanged={onChanged} /> : <LoadingForm />}
    </Card>
  )
}

const UNSAVED = 'These are sample values. Change them to your own and save.'
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
