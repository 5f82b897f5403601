/** The order of the papers in a packet: the broker's, else the company's (SPEC C178). */
import { z } from 'zod'
import { DOCUMENT_KINDS, type DocumentKind } from '#core/documents/kinds.ts'

export type OrderedKind = 'invoice' | DocumentKind

export const ORDERED_KINDS: readonly { value: OrderedKind; label: string }[] = [
  { value: 'invoice', label: 'Invoice' },
  ...DOCUMENT_KINDS,
]

/** The kinds that an order can leave out, because no rule requires them. */
const LEFT_OUT: readonly OrderedKind[] = ['other']

const EVERY = ORDERED_KINDS.map(({ value }) => value)

export const DEFAULT_ORDER: readonly OrderedKind[] = EVERY.filter(
  (kind) => !LEFT_OUT.includes(kind),
)

export const orderMessages = {
  kinds: 'Name every kind of document once. Only "Other" can be left out.',
  failed: 'Failed to save the order of the documents',
  conflict: 'Someone else changed the order, which is shown now. Please make your change again.',
}

const kind = z.enum(EVERY)

export const changedOrderSchema = z.object({
  kinds: z
    .array(kind)
    .refine(
      (kinds) =>
        new Set(kinds).size === kinds.length &&
        DEFAULT_ORDER.every((needed) => kinds.includes(needed)),
      { error: orderMessages.kinds },
    )
    .nullable()
    .describe('In order. Null: the company’s order, and for the company the default order'),
})

export type ChangedOrder = z.output<typeof changedOrderSchema>

export const orderSchema = z.object({
  kinds: z.array(kind).describe('The current order'),
  isOwn: z.boolean().describe('False: it follows the company, or the default order'),
  version: z.int().describe('0 before the first save'),
})

export type PaperOrder = z.output<typeof orderSchema>

/** Picks the broker's order, else the company's. A stored order without kinds follows the company again. */
export function pickOrder(
  own: readonly OrderedKind[] | undefined,
  company?: readonly OrderedKind[],
): OrderedKind[] {
  if (own?.length) return [...own]
  return company?.length ? [...company] : [...DEFAULT_ORDER]
}

type Placed = { kind: OrderedKind; loadId: number | null; documentId: number | null }

/**
 * Puts the invoice at its place in the order. The papers before and after it are sorted by load, then by kind, oldest first.
 * `loadIds`: in the invoice's order. Kinds that the order lacks are left out.
 */
export function sortPapers<Paper extends Placed>(
  papers: readonly Paper[],
  kinds: readonly OrderedKind[],
  loadIds: readonly number[],
): Paper[] {
  const invoiceAt = kinds.indexOf('invoice')
  const rank = ({ kind, loadId, documentId }: Paper): number[] => {
    const at = kinds.indexOf(kind)
    const load = loadId === null ? 0 : loadIds.indexOf(loadId)
    return [Math.sign(at - invoiceAt), load, at, documentId ?? 0]
  }
  return papers
    .filter(({ kind }) => kinds.includes(kind))
    .toSorted((one, other) => {
      const [left, right] = [rank(one), rank(other)]
      const at = left.findIndex((value, index) => value !== right[index])
      return at < 0 ? 0 : (left[at] ?? 0) - (right[at] ?? 0)
    })
}
