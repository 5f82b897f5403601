import { Button } from '#web/ui/button.tsx'
import { useFillSample, useSampleState } from './queries.ts'

/** Offers sample data to an account without records (SPEC C64). */
export function FillSample() {
  const { data } = useSampleState()
  const fill = useFillSample()
  if (data?.state !== 'possible') return null
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line pt-4 text-sm">
      <p className="min-w-60 grow text-muted">
        Want to look around first? Sample data adds a fictional carrier: trucks, loads, deductions
        and draft settlements. Remove it with one click.
      </p>
      <Button variant="secondary" disabled={fill.busy} onClick={() => fill.run()}>
        {fill.busy ? 'Adding Sample Data...' : 'Fill with Sample Data'}
      </Button>
    </div>
  )
}
