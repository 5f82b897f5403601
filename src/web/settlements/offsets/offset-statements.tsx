import { describeOffset } from '#core/settlements/offsets.ts'
import type { Settlement } from '#core/settlements/settlement.ts'
import { useOffsets } from './use-offsets.ts'

/** The statements that a frozen statement is offset with (SPEC C24). */
export function OffsetStatements({ billing }: { billing: Settlement }) {
  const partners = useOffsets(billing).offsets?.partners ?? []
  if (partners.length === 0) return null
  return <p className="text-sm wrap-anywhere">{partners.map(describeOffset).join('; ')}.</p>
}
