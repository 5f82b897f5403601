import type { AllChecks } from '#core/broker-checks/checks.ts'
import { FILE_KINDS, FILES } from '#core/broker-checks/file-kinds.ts'
import { formatDay } from '#core/calendar.ts'
import { pluralize } from '#core/pluralize.ts'
import { Card } from '#web/ui/card.tsx'

const WHAT = {
  authority: 'Broker authority and its status.',
  insurance: 'Bonds and trust funds (BMC-84, BMC-85).',
  census: 'USDOT number, legal name and phone.',
} as const

/** The newest file of each kind, or that there is none. */
export function ImportedFiles({ files }: Pick<AllChecks, 'files'>) {
  return (
    <Card
      title="FMCSA Files"
      description="Download them from data.transportation.gov as CSV, then import them here."
    >
      <ul className="grid gap-4 text-sm md:grid-cols-3">
        {FILE_KINDS.map((kind) => {
          const file = files.find((one) => one.kind === kind)
          return (
            <li key={kind} className="min-w-0">
              <h3 className="font-medium">{FILES[kind].label}</h3>
              <p className="text-muted">{WHAT[kind]}</p>
              {file ? (
                <p className="wrap-anywhere">
                  File of {formatDay(file.day)}: {pluralize(file.found, 'broker')} found in{' '}
                  {pluralize(file.rowCount, 'row')}. Imported by {file.importedBy}.
                </p>
              ) : (
                <p>Not imported.</p>
              )}
            </li>
          )
        })}
      </ul>
    </Card>
  )
}
