/** The steps that approve the drafts selected in the list of statements (SPEC C51, C24). */
import { formatDay } from '#core/calendar.ts'
import type { AnyRecord } from '#core/entities/entity.ts'
import { describeSettlement } from '#core/settlements/history.ts'
import type { OffsetPartner, SettlementOffsets } from '#core/settlements/offsets.ts'
import type { Settlement } from '#core/settlements/settlement.ts'

export type ListedStatement = AnyRecord & Pick<Settlement, 'status' | 'holdReason' | 'version'>

/** Keyed by the id of the draft. */
export type DraftOffsets = { [id: string]: SettlementOffsets }

export type ApprovalStep = Pick<OffsetPartner, 'id' | 'version'> & {
  /** "truck 101, 11/20/2026". */
  name: string
  /** The drafts that are approved in the same step. */
  partners: Pick<OffsetPartner, 'id' | 'version'>[]
}

/** The selected drafts in their order, each with the drafts that it is offset with. Leaves out held and frozen settlements. */
export function planApproval(selected: ListedStatement[], offsets: DraftOffsets): ApprovalStep[] {
  const drafts = selected.filter(
    ({ status, holdReason }) => status === 'pending' && holdReason === null,
  )
  return drafts.map((draft) => ({
    id: draft.id,
    version: draft.version,
    name: describeSettlement(draft),
    partners: (offsets[draft.id]?.partners ?? []).map(({ id, version }) => ({ id, version })),
  }))
}

/** The drafts that are not selected but are approved with the selected ones: "truck 102, 11/20/2026". */
export function listAdded(steps: ApprovalStep[], offsets: DraftOffsets): string[] {
  const selected = new Set(steps.map(({ id }) => id))
  const partners = steps.flatMap(({ id }) => offsets[id]?.partners ?? [])
  const added = new Map(
    partners
      .filter(({ id }) => !selected.has(id))
      .map(({ id, truck, settlementDate }) => [id, `truck ${truck}, ${formatDay(settlementDate)}`]),
  )
  return [...added.values()]
}
