/** Offsets between the statements of one payee in one work week (SPEC C24). */
import { z } from 'zod'
import { formatMoney, toAmount, toCents, type Cents } from '#core/money.ts'
import type { Settlement } from './settlement.ts'

/** `amount` of the positive net of statement `payer` covers part of the negative net of statement `debtor`. */
export type Offset = { payer: number; debtor: number; amount: Cents }

/**
 * The offsets of a payee's settlements, in the order given: each negative net takes from the positive nets until it is
 * zero. No net crosses zero.
 */
export function allocateOffsets(settlements: Pick<Settlement, 'id' | 'netPayment'>[]): Offset[] {
  const left = new Map(settlements.map(({ id, netPayment }) => [id, toCents(netPayment)]))
  const offsets: Offset[] = []
  for (const { id: debtor } of settlements)
    for (const { id: payer } of settlements) {
      const [debt, net] = [-(left.get(debtor) ?? 0n), left.get(payer) ?? 0n]
      if (debt <= 0n || net <= 0n) continue
      const amount = debt < net ? debt : net
      offsets.push({ payer, debtor, amount })
      left.set(debtor, amount - debt)
      left.set(payer, net - amount)
    }
  return offsets
}

/** The offsets that must be approved in one step with settlement `id`: its own, and those of the statements in them. */
export function selectConnected(offsets: Offset[], id: number): Offset[] {
  const connected = new Set([id])
  for (let known = 0; known < connected.size;) {
    known = connected.size
    for (const { payer, debtor } of offsets)
      if (connected.has(payer) || connected.has(debtor)) connected.add(payer).add(debtor)
  }
  return offsets.filter(({ payer }) => connected.has(payer))
}

/** The amount of an offset's line on a settlement: a charge if it pays, a credit if it owes, 0 if it is in neither. */
export function offsetAmount({ payer, debtor, amount }: Offset, id: number): Cents {
  if (payer === id) return amount
  return debtor === id ? -amount : 0n
}

const partnerSchema = z.object({
  id: z.int(),
  version: z.int(),
  number: z.int().nullable().describe('Statement number; null for a draft'),
  truckId: z.int(),
  truck: z.string(),
  settlementDate: z.string(),
  paidAmount: z.string().describe('Covered by payments'),
  amount: z
    .string()
    .describe(
      'Line on this settlement: a charge, or a negative credit; 0.00 if it is offset with a third settlement',
    ),
})

/** What offsets mean for a settlement, as `/api/billing/{id}/offsets` returns it. */
export const settlementOffsetsSchema = z.object({
  partners: z
    .array(partnerSchema)
    .describe('Settlements that are approved and voided in one step with this one'),
  net: z.string().describe('Net of this settlement after its offsets'),
  paid: z.string().describe('Paid for this settlement and its partners together'),
})

/** The offsets of each draft, by its id. Drafts without offsets are left out. */
export const draftOffsetsSchema = z.record(z.string(), settlementOffsetsSchema)

/** Another settlement of the payee that is approved and voided in one step with this one. */
export type OffsetPartner = z.output<typeof partnerSchema>
export type SettlementOffsets = z.output<typeof settlementOffsetsSchema>

/** "Offset with statement 4 (truck 102)". */
export function describeOffset({ number, truck }: Pick<OffsetPartner, 'number' | 'truck'>): string {
  return `Offset with statement ${number} (truck ${truck})`
}

/** "trucks 102 and 103". */
export function listTrucks(partners: Pick<OffsetPartner, 'truck'>[]): string {
  const trucks = [...new Set(partners.map(({ truck }) => truck))]
  if (trucks.length === 1) return `truck ${trucks[0]}`
  return `trucks ${trucks.slice(0, -1).join(', ')} and ${trucks.at(-1)}`
}

/** "Covers $700.00 of truck 102", "$700.00 covered by truck 101". */
export function describePartner({
  truck,
  amount,
}: Pick<OffsetPartner, 'truck' | 'amount'>): string {
  const cents = toCents(amount)
  if (cents < 0n) return `${formatMoney(-cents)} covered by truck ${truck}`
  return cents > 0n ? `Covers ${formatMoney(cents)} of truck ${truck}` : `With truck ${truck}`
}

/** A settlement with its net before offsets. */
export type OffsetSettlement = Omit<OffsetPartner, 'amount'> & Pick<Settlement, 'netPayment'>

/** What `offsets` between `settlements` mean for settlement `id`. */
export function describeOffsets(
  settlements: OffsetSettlement[],
  offsets: Offset[],
  id: number,
): SettlementOffsets {
  const connected = selectConnected(offsets, id)
  const net = ({ id: member, netPayment }: OffsetSettlement) =>
    connected.reduce((left, offset) => left - offsetAmount(offset, member), toCents(netPayment))
  const partners = selectPartners(settlements, connected, id)
  const own = settlements.find((settlement) => settlement.id === id)
  const nets = own ? [own, ...partners].map(net).filter((cents) => cents > 0n) : []
  return {
    partners: partners.map((partner) => ({
      id: partner.id,
      version: partner.version,
      number: partner.number,
      truckId: partner.truckId,
      truck: partner.truck,
      settlementDate: partner.settlementDate,
      paidAmount: partner.paidAmount,
      amount: toAmount(amountBetween(connected, id, partner.id)),
    })),
    net: toAmount(own ? net(own) : 0n),
    paid: toAmount(nets.reduce((sum, cents) => sum + cents, 0n)),
  }
}

/** The other settlements that are in `offsets`, in the order given. */
export function selectPartners<Member extends { id: number }>(
  settlements: Member[],
  offsets: Offset[],
  id: number,
): Member[] {
  const isMember = (other: number) =>
    offsets.some(({ payer, debtor }) => payer === other || debtor === other)
  return settlements.filter((settlement) => settlement.id !== id && isMember(settlement.id))
}

function amountBetween(offsets: Offset[], id: number, partner: number): Cents {
  return offsets
    .filter((offset) => offsetAmount(offset, partner) !== 0n)
    .reduce((sum, offset) => sum + offsetAmount(offset, id), 0n)
}
