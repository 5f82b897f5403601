import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ImportList } from '#core/transfer/import-list.ts'
import { pluralize } from '#core/pluralize.ts'
import type { ImportCheck } from '#core/transfer/import.ts'
import {
  describeCharges,
  describeLeftOut,
  describeLetters,
  describeRefused,
  describeRowsLeftOut,
  describeUnusual,
} from './describe-plan.ts'

type PlanNoticesProps = { entity: ImportList; result: ImportCheck }

/** Lists, before an import starts, what it leaves out or leaves blank (SPEC C58, C59). */
export function PlanNotices({ entity, result }: PlanNoticesProps) {
  const leftOut = describeLeftOut(result)
  const letters = describeLetters(result)
  const refused = describeRefused(result)
  const rows = describeRowsLeftOut(result)
  const unusual = describeUnusual(result)
  const { unpayable, charges } = result
  return (
    <>
      {leftOut && <AmberNotice>{leftOut} Match them below if you need them.</AmberNotice>}
      {letters && <AmberNotice>{letters}</AmberNotice>}
      {refused && <AmberNotice>{refused}</AmberNotice>}
      {rows && <AmberNotice>{rows}</AmberNotice>}
      {unusual && <AmberNotice>{unusual}</AmberNotice>}
      {charges && <ChargesNotice {...charges} />}
      {unpayable > 0 && (
        <AmberNotice>
          {pluralize(unpayable, 'truck')} {unpayable === 1 ? 'has' : 'have'} no owner and no driver:
          a settlement would have no payee.{' '}
          {entity.name === 'trucks'
            ? 'Match a column to Owner or Driver, or assign them on Trucks.'
            : 'Assign an owner or a driver on Trucks.'}
        </AmberNotice>
      )}
    </>
  )
}

/** What a file of charges does to loads besides adding charges (SPEC C149). */
function ChargesNotice(charges: NonNullable<ImportCheck['charges']>) {
  const text = describeCharges(charges)
  return text && <AmberNotice>{text}</AmberNotice>
}

export function AmberNotice({ children }: { children: ReactNode }) {
  return (
    <div
      role="note"
      className="flex gap-2 rounded-md border border-waiting bg-waiting-soft p-3 text-sm text-waiting"
    >
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      <div className="min-w-0 flex-1 wrap-anywhere">{children}</div>
    </div>
  )
}
