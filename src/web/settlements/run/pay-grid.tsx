import { useQuery } from '@tanstack/react-query'
import type { Period } from '#core/calendar.ts'
import type { OpenPayee } from '#core/payments/responses.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { LoadError } from '#web/ui/load-error.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { PayGridForm } from './pay-grid-form.tsx'
import { openPayeesQuery } from './queries.ts'
import type { Steps } from './steps.ts'

type PayGridProps = {
  period: Period
  busy: boolean
  onStart: <Row>(steps: Steps<Row>) => void
  onClose: () => void
}

/** Pays each payee of the week once, each with their own method and check number (SPEC C8, C11). */
export function PayGrid(props: PayGridProps) {
  const { data, error, refetch } = useQuery(openPayeesQuery(props.period))
  if (error) return <LoadError error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton className="h-40" />
  return <LoadedGrid {...props} payees={data} />
}

function LoadedGrid({ payees, ...props }: PayGridProps & { payees: OpenPayee[] }) {
  return (
    <Card
      title="Pay"
      description="Each payee gets one payment for their statements of the week."
      actions={
        <Button variant="secondary" disabled={props.busy} onClick={props.onClose}>
          Close
        </Button>
      }
    >
      {payees.length === 0 ? (
        <p className="text-sm text-muted">Every approved statement of the week is paid.</p>
      ) : (
        <PayGridForm {...props} payees={payees} />
      )}
    </Card>
  )
}
