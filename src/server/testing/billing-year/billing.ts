/** Sends loads with charges, invoices and their corrections to the app, and keeps them in the model. */
import type {
  CreatedInvoices,
  Invoice,
  InvoiceDetails,
  Rebilled,
} from '#core/invoices/responses.ts'
import { makeSample } from '#server/testing/samples.ts'
import type { Body } from '#server/testing/test-app.ts'
import { countStep, sendStep, type Year, type YearBroker } from './carrier.ts'
import {
  owedOnInvoice,
  roundCents,
  sumCents,
  writeCents,
  yearDay,
  type YearCharge,
  type YearInvoice,
  type YearLoad,
} from './model.ts'

type Sent = { body: object; charge: YearCharge }

const CONFIRMED = ['asked', 'papers', 'confirmation', 'invoiceDate', 'on']

/** A charge by quantity and rate is rounded once; the owner's percent of it is rounded again. */
function drawCharges(year: Year): Sent[] {
  const { chance } = year
  const typed = (kind: string, cents: bigint, ownerShare: string, billToBroker = true): Sent => ({
    body: { kind, amount: writeCents(cents), ownerShare, billToBroker },
    charge: { cents, owner: ownerShare === 'all' ? cents : 0n, billed: billToBroker },
  })
  const drawn = [typed('line-haul', BigInt(40_000 + chance.whole(300_000)), 'all')]
  if (chance.in(0.4))
    drawn.push(fuelSurcharge(5000 + chance.whole(90_000), 1000 + chance.whole(8000)))
  if (chance.in(0.25)) drawn.push(detention(100 + chance.whole(700), 3000 + chance.whole(4000)))
  if (chance.in(0.2)) drawn.push(typed('lumper', BigInt(5000 + chance.whole(20_000)), 'none'))
  if (chance.in(0.1)) drawn.push(typed('other', -BigInt(1000 + chance.whole(5000)), 'all'))
  if (chance.in(0.08)) drawn.push(typed('other', -2500n, 'all', false))
  return drawn
}

/** Miles in hundredths, the rate in ten-thousandths of a dollar. */
function fuelSurcharge(miles: number, rate: number): Sent {
  const cents = roundCents(BigInt(miles) * BigInt(rate), 10_000n)
  const body = {
    kind: 'fuel-surcharge',
    quantity: writeCents(BigInt(miles)),
    ownerShare: 'all',
    rate: `0.${String(rate).padStart(4, '0')}`,
  }
  return { body, charge: { cents, owner: cents, billed: true } }
}

/** Hours in hundredths, the rate in cents. The owner gets 70 %. */
function detention(hours: number, rate: number): Sent {
  const cents = roundCents(BigInt(hours) * BigInt(rate), 100n)
  const body = {
    kind: 'detention',
    quantity: writeCents(BigInt(hours)),
    rate: writeCents(BigInt(rate)),
    ownerShare: 'percent',
    ownerPercent: '70',
    approval: 'approved',
  }
  return { body, charge: { cents, owner: roundCents(cents * 70n, 100n), billed: true } }
}

let serial = 0

/** Adds a load that is delivered on `deliveredOn` and settled in the settlement run on `settledOn`. */
export async function addYearLoad(
  year: Year,
  values: { broker: YearBroker; truck: number; deliveredOn: string; settledOn: string },
): Promise<YearLoad> {
  const { broker, truck, deliveredOn, settledOn } = values
  const revenue = BigInt(50_000 + year.chance.whole(250_000))
  const load = await sendStep(
    year,
    'load',
    [
      'POST',
      '/api/loads',
      {
        ...makeSample('loads', 1),
        loadId: `Y-${++serial}`,
        brokerLoadNumber: `B${serial}`,
        truckId: truck,
        brokerId: broker.id,
        deliveryStatus: 'delivered',
        pickupDate: yearDay(deliveredOn, -2),
        deliveryDate: deliveredOn,
        settlementDate: settledOn,
        revenue: writeCents(revenue),
      },
    ],
    false,
  )
  const made: YearLoad = {
    id: load.id,
    truck,
    broker: broker.id,
    settledOn,
    owner: revenue,
    charges: [{ cents: revenue, owner: revenue, billed: true }],
  }
  year.model.loads.set(made.id, made)
  if (year.chance.in(0.6)) await setCharges(year, made, drawCharges(year))
  return made
}

async function setCharges(year: Year, load: YearLoad, drawn: Sent[]): Promise<void> {
  const charges = drawn.map(({ body }) => body)
  const path = `/api/loads/${load.id}/charges`
  const saved = await sendStep<{ charges: Body[] }>(
    year,
    'charges',
    ['PUT', path, { charges }],
    false,
  )
  if (saved.charges.length !== drawn.length) throw new Error('Other charges were saved')
  load.charges = drawn.map(({ charge }) => charge)
  load.owner = sumCents(load.charges.map(({ owner }) => owner))
}

/** Bills loads of one broker. Some invoices have two loads. */
export async function billLoads(
  year: Year,
  loads: YearLoad[],
  day: string,
): Promise<YearInvoice[]> {
  const [first] = loads
  if (!first) return []
  const each = loads.length === 1 || year.chance.in(0.5)
  const sent = { brokerId: first.broker, loadIds: loads.map(({ id }) => id), each }
  const { created } = await sendStep<CreatedInvoices>(year, 'drafts', [
    'POST',
    '/api/invoices',
    sent,
  ])
  const invoices: YearInvoice[] = []
  for (const draft of created) invoices.push(await approveDraft(year, draft, day))
  return invoices
}

/** Approves a draft. The model's lines are the billed charges of its loads, or only the charges in `only`. */
async function approveDraft(
  year: Year,
  draft: Invoice,
  day: string,
  only?: bigint[],
): Promise<YearInvoice> {
  const path = `/api/invoices/${draft.id}`
  await sendStep(year, 'invoice date', ['PUT', path, { invoiceDate: day }], false)
  const loads = draft.loads.map(({ id }) => id)
  const billed = loads.flatMap((id) => year.model.loads.get(id)?.charges ?? [])
  const lines = only ?? billed.filter((one) => one.billed).map(({ cents }) => cents)
  const ofLoad = (id: number) => (only ? sumCents(only) : billedOf(year, id))
  const approve = { confirmed: CONFIRMED }
  const approved = await sendStep<Invoice>(year, 'approval', ['POST', `${path}/approve`, approve])
  const broker = year.brokers.find(({ id }) => id === approved.brokerId)
  const invoice: YearInvoice = {
    id: approved.id,
    number: approved.number ?? '',
    broker: approved.brokerId,
    day,
    dueOn: yearDay(day, broker?.terms ?? 0),
    lines,
    total: sumCents(lines),
    loads,
    factored: broker?.factored ?? false,
    isVoid: false,
    last: day,
    face: null,
    isSupplement: only !== undefined,
    billed: new Map(loads.map((one) => [one, ofLoad(one)])),
  }
  year.model.invoices.set(invoice.id, invoice)
  postYearFact(year, invoice, { day, cents: invoice.total, contra: 'income' })
  return invoice
}

function billedOf({ model }: Year, load: number): bigint {
  const charges = model.loads.get(load)?.charges ?? []
  return sumCents(charges.filter(({ billed }) => billed).map(({ cents }) => cents))
}

type Posted = Pick<Year['model']['facts'][number], 'day' | 'cents' | 'contra'> & {
  receipt?: number
}

/** Adds a fact about an invoice to the model. */
export function postYearFact(year: Year, invoice: YearInvoice, fact: Posted): void {
  const { id, broker } = invoice
  year.model.facts.push({ receipt: null, ...fact, broker, invoice: id })
  if (fact.day > invoice.last) invoice.last = fact.day
}

/** Voids an invoice and bills its loads again. */
export async function voidAndBillAgain(year: Year, invoice: YearInvoice, day: string) {
  const reason = { on: day, reason: 'Wrong rate', confirmed: CONFIRMED }
  await sendStep(year, 'void', ['POST', `/api/invoices/${invoice.id}/void`, reason])
  postYearFact(year, invoice, { day, cents: -invoice.total, contra: 'income' })
  invoice.isVoid = true
  const loads = invoice.loads.flatMap((id) => year.model.loads.get(id) ?? [])
  return billLoads(year, loads, day)
}

function keepCredit(year: Year, invoice: YearInvoice, credit: Invoice, cents: bigint): void {
  const { id, number } = credit
  const note = { id, number: number ?? '', credits: invoice.id, total: -cents }
  year.model.creditNotes.push({ ...note, owner: 0n, isVoid: false })
}

/** Credits a part of the first line. */
export async function creditPart(year: Year, invoice: YearInvoice, day: string): Promise<void> {
  const path = `/api/invoices/${invoice.id}`
  const [line] = (await year.client.get<InvoiceDetails>(path)).body.lines
  const cents = ((invoice.lines[0] ?? 0n) * BigInt(1 + year.chance.whole(20))) / 100n
  if (!line || cents <= 0n) return
  const lines = [{ lineId: line.id, amount: writeCents(cents) }]
  const sent = { on: day, reason: 'Late delivery', lines, confirmed: CONFIRMED }
  const credit = await sendStep<Invoice>(year, 'credit', ['POST', `${path}/credit`, sent], false)
  keepCredit(year, invoice, credit, cents)
  postYearFact(year, invoice, { day, cents: -cents, contra: 'income' })
}

/** Changes the charges after approval, then credits the invoice in full and bills it again. */
export async function creditAndRebill(year: Year, invoice: YearInvoice, day: string) {
  for (const id of invoice.loads) {
    const load = year.model.loads.get(id)
    if (load) await setCharges(year, load, drawCharges(year))
  }
  await expectDrift(year, invoice)
  const sent = { on: day, reason: 'Rate confirmation revised', confirmed: CONFIRMED }
  const path = `/api/invoices/${invoice.id}/rebill`
  const { credit, draft } = await sendStep<Rebilled>(year, 'rebill', ['POST', path, sent])
  const left = owedOnInvoice(year.model, invoice.id)
  keepCredit(year, invoice, credit, left)
  postYearFact(year, invoice, { day, cents: -left, contra: 'income' })
  return approveDraft(year, draft, day)
}

async function expectDrift(year: Year, invoice: YearInvoice): Promise<void> {
  const { body } = await year.client.get<InvoiceDetails>(`/api/invoices/${invoice.id}`)
  const billed = invoice.loads.flatMap((id) => year.model.loads.get(id)?.charges ?? [])
  const today = sumCents(billed.filter((one) => one.billed).map(({ cents }) => cents))
  const shown = body.total
  if (shown !== writeCents(invoice.total) || body.hasDrift !== (today !== invoice.total))
    throw new Error(`Invoice ${invoice.number} shows total ${shown}, drift ${body.hasDrift}`)
}

/** Adds a charge after approval, and bills it with a supplement. */
export async function billSupplement(year: Year, invoice: YearInvoice, day: string) {
  const load = year.model.loads.get(invoice.loads[0] ?? 0)
  if (!load) return []
  const added = detention(100 + year.chance.whole(500), 5000)
  const path = `/api/loads/${load.id}/charges`
  const { charges } = (await year.client.get<{ charges: Body[] }>(path)).body
  const kept = charges.length
    ? charges
    : [{ kind: 'line-haul', amount: writeCents(load.charges[0]?.cents ?? 0n) }]
  await sendStep(year, 'added charge', ['PUT', path, { charges: [...kept, added.body] }], false)
  load.charges.push(added.charge)
  load.owner += added.charge.owner
  await expectDrift(year, invoice)
  const supplement = `/api/invoices/${invoice.id}/supplement`
  const draft = await sendStep<Invoice>(year, 'supplement', ['POST', supplement], false)
  countStep(year, 'late charge')
  return [await approveDraft(year, draft, day, [added.charge.cents])]
}
