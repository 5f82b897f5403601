/** Random actions of a person with factored invoices, for the app and the model. */
import type { FactorCarrier } from './carrier.ts'
import { drawEntries } from './draw-entries.ts'
import {
  asksFactor,
  canReport,
  canSchedule,
  canSubmit,
  canVoidReport,
  canVoidSchedule,
  cashOf,
  findInvoice,
  lastDayOf,
  leastFactoredOpen,
  factoredOpenOn,
  type FactorBook,
  type Numbers,
} from './model.ts'

export const KINDS = [
  ...(['bill', 'schedule', 'schedule', 'change', 'submit', 'submit', 'void-schedule'] as const),
  ...(['report', 'report', 'report', 'report', 'report', 'void-report', 'void-report'] as const),
  ...(['credit', 'pay', 'pay', 'reverse'] as const),
] as const

type Kind = (typeof KINDS)[number]

/** `at`: numbers from 0 to 9999. */
export type Draw = { kind: Kind; at: readonly number[] }

/** The status and, of a new record, its id. */
type Answer = {
  status: number
  text: string
  body: { id: number; number?: number | string | null }
}

/** `judge`: null if the app must reject it, else how the model's facts change. */
export type Action = {
  name: string
  send: () => Promise<Answer>
  judge: (book: FactorBook) => ((book: FactorBook, answer: Answer) => void) | null
}

const DAYS = 90
const NEW_SCHEDULE = { state: 'draft', number: null, receiptsBefore: 0 } as const

export function draw(carrier: FactorCarrier, book: FactorBook, { kind, at }: Draw): Action | null {
  return ACTIONS[kind](carrier, book, (place, below) => (at[place] ?? 0) % Math.max(1, below))
}

type Drawer = (carrier: FactorCarrier, book: FactorBook, number: Numbers) => Action | null

const ACTIONS: Record<Kind, Drawer> = {
  bill(carrier, _book, number) {
    const broker = carrier.brokers[number(0, 5) % 3] ?? 0
    const [day, total] = [number(1, 30), BigInt(1 + number(2, 9999) * number(3, 60))]
    return {
      name: 'bill',
      send: async () => ({
        status: 201,
        text: '',
        body: await carrier.bill(broker, day, total),
      }),
      judge: () => (book, answer) => {
        const body = answer.body as Awaited<ReturnType<FactorCarrier['bill']>>
        const isFactored = broker !== carrier.brokers[2]
        book.invoices.push({ ...body, broker, isFactored, day, total })
      },
    }
  },

  schedule(carrier, book, number) {
    const ids = drawInvoices(book, number)
    return {
      name: 'schedule',
      send: () => carrier.schedule(ids),
      judge: (now) =>
        canSchedule(now, ids)
          ? (next, { body }) => {
              const lines = toLines(next, ids)
              next.schedules.push({ ...NEW_SCHEDULE, id: body.id, lines })
            }
          : null,
    }
  },

  change(carrier, book, number) {
    const schedule = book.schedules.at(-1 - number(5, 3))
    if (!schedule) return null
    const ids = drawInvoices(book, number)
    const find = (now: FactorBook) => now.schedules.find(({ id }) => id === schedule.id)
    const isDrop = number(4, 5) === 0
    return {
      name: isDrop ? 'drop' : 'change',
      send: () => (isDrop ? carrier.drop(schedule.id) : carrier.change(schedule.id, ids)),
      judge(now) {
        if (find(now)?.state !== 'draft') return null
        if (isDrop)
          return (next) => {
            next.schedules = next.schedules.filter(({ id }) => id !== schedule.id)
          }
        if (!canSchedule(now, ids, schedule.id)) return null
        return (next) => {
          const own = find(next)
          if (own) own.lines = toLines(next, ids)
        }
      },
    }
  },

  submit(carrier, book, number) {
    const schedule =
      book.schedules.findLast(({ state }) => state === 'draft') ??
      book.schedules.at(-1 - number(0, 4))
    if (!schedule) return null
    const find = (now: FactorBook) => now.schedules.find(({ id }) => id === schedule.id)
    return {
      name: 'submit',
      send: () => carrier.submit(schedule.id),
      judge(now) {
        const own = find(now)
        if (!own || !canSubmit(now, own)) return null
        return (next, { body }) => {
          const made = find(next)
          if (!made) return
          Object.assign(made, { state: 'submitted', number: Number(body.number) })
          made.receiptsBefore = next.receipts.length
        }
      },
    }
  },

  'void-schedule'(carrier, book, number) {
    const schedule = book.schedules.at(-1 - number(0, 4))
    if (!schedule) return null
    const find = (now: FactorBook) => now.schedules.find(({ id }) => id === schedule.id)
    return {
      name: 'void schedule',
      send: () => carrier.voidSchedule(schedule.id, number(1, DAYS)),
      judge(now) {
        const own = find(now)
        if (!own || !canVoidSchedule(now, own)) return null
        return (next) => {
          const ended = find(next)
          if (ended) ended.state = 'void'
        }
      },
    }
  },

  report(carrier, book, number) {
    const entries = drawEntries(book, number)
    if (!entries.length) return null
    const ids = entries.flatMap(({ invoice }) => invoice ?? [])
    const last = Math.max(
      0,
      ...ids.flatMap((id) => [lastDayOf(book, id), findInvoice(book, id).day]),
    )
    const day = number(1, 5) === 0 ? number(2, DAYS) : last + number(2, 6)
    const amount = cashOf(entries) + (number(3, 20) === 0 ? 1n : 0n)
    return {
      name: `report ${[...new Set(entries.map(({ kind }) => kind))].join('+')}`,
      send: () => carrier.report(day, amount, entries),
      judge: (now) =>
        canReport(now, { day, amount, entries })
          ? (next, { body }) => next.reports.push({ id: body.id, day, voidedOn: null, entries })
          : null,
    }
  },

  'void-report'(carrier, book, number) {
    const report = book.reports.at(-1 - number(0, 5))
    if (!report) return null
    const ids = report.entries.flatMap(({ invoice }) => invoice ?? [])
    const last = Math.max(report.day, ...ids.map((id) => lastDayOf(book, id)))
    const on = [report.day, last + number(1, 5), number(1, DAYS)][number(2, 3)] ?? last
    const find = (now: FactorBook) => now.reports.find(({ id }) => id === report.id)
    return {
      name: 'void report',
      send: () => carrier.voidReport(report.id, on),
      judge(now) {
        const own = find(now)
        if (!own || !canVoidReport(now, own, on)) return null
        return (next) => {
          const ended = find(next)
          if (ended) ended.voidedOn = on
        }
      },
    }
  },

  credit(carrier, book, number) {
    const invoice = book.invoices[number(0, book.invoices.length)]
    if (!invoice) return null
    const { id, lineId } = invoice
    const day = number(1, DAYS)
    const cents = drawPart(factoredOpenOn(book, id), number)
    return {
      name: 'credit',
      send: () => carrier.credit(id, lineId, day, cents),
      judge: (now) =>
        day >= invoice.day && cents <= leastFactoredOpen(now, id, day)
          ? (next) => next.moves.push({ invoice: id, day, cents: -cents, kind: 'credit' })
          : null,
    }
  },

  pay(carrier, book, number) {
    const invoice = book.invoices[number(0, book.invoices.length)]
    if (!invoice) return null
    const { id, broker } = invoice
    const day = number(1, DAYS)
    const cents = drawPart(factoredOpenOn(book, id), number)
    const isConfirmed = number(4, 3) > 0
    const post = (next: FactorBook, receipt: number) => {
      next.moves.push({ invoice: id, day, cents: -cents, kind: 'payment' })
      next.receipts.push({ id: receipt, invoice: id, day, cents, isReversed: false })
    }
    return {
      name: isConfirmed ? 'pay' : 'pay without confirmation',
      send: () => carrier.take(broker, id, day, cents, isConfirmed),
      judge(now) {
        if (day < invoice.day || cents > leastFactoredOpen(now, id, day)) return null
        const after = structuredClone(now)
        post(after, 0)
        if (!isConfirmed && asksFactor(after, id)) return null
        return (next, { body }) => post(next, body.id)
      },
    }
  },

  reverse(carrier, book, number) {
    const receipt = book.receipts[number(0, book.receipts.length)]
    if (!receipt) return null
    const day = number(1, DAYS)
    const find = (now: FactorBook) => now.receipts.find(({ id }) => id === receipt.id)
    return {
      name: 'reverse',
      send: () => carrier.reverse(receipt.id, day),
      judge: (now) =>
        find(now)?.isReversed === false && day >= receipt.day
          ? (next) => {
              const own = find(next)
              if (own) own.isReversed = true
              next.moves.push({
                invoice: receipt.invoice,
                day,
                cents: receipt.cents,
                kind: 'payment',
              })
            }
          : null,
    }
  },
}

/** One to three invoices. Most of them can be scheduled. */
function drawInvoices(book: FactorBook, number: Numbers): number[] {
  const ready = book.invoices.filter(({ id }) => canSchedule(book, [id]))
  const from = number(0, 6) === 0 || !ready.length ? book.invoices : ready
  const ids = [1, 2, 3].map((place) => from[number(place, from.length)]?.id ?? 0)
  const chosen = ids.slice(0, 1 + number(4, 3))
  return number(6, 12) === 0 ? chosen : [...new Set(chosen)]
}

function toLines(book: FactorBook, ids: readonly number[]) {
  return ids.map((id) => ({ invoice: id, face: factoredOpenOn(book, id) }))
}

/** The whole amount, a part of it, or a cent too much. At least one cent. */
function drawPart(most: bigint, number: Numbers): bigint {
  const choice = number(2, 8)
  const part = (most * BigInt(1 + number(3, 99))) / 100n
  const cents = choice === 0 ? most + 1n : choice < 3 ? most : part
  return cents > 0n ? cents : 1n
}
