import { useRef, useState } from 'react'
import { isDay } from '#core/calendar.ts'
import type { OpenPayee } from '#core/payments/responses.ts'
import {
  buildPayment,
  checkRow,
  numberChecks,
  startGrid,
  type GridRow,
  type NumberedRow,
} from '#core/payments/pay-grid.ts'
import { askPaidOn } from '#core/payments/questions.ts'
import { readQuestion } from '#web/api/client.ts'
import { today } from '#web/api/today.ts'
import { payPayee } from '#web/settlements/run/queries.ts'
import type { Steps } from '#web/settlements/run/steps.ts'
import { postOnce, type PaymentKeys } from './payment-keys.ts'

/** `field`: the field that the user must confirm; undefined if the row can't be paid with these values. */
export type Problem = { message: string; field?: string | undefined }

export type Edits = Partial<Pick<GridRow, 'included' | 'method' | 'typedReference' | 'amount'>>

/**
 * The rows of the grid. Edits stay while paid payees disappear from the open ones. A row that failed keeps its
 * values and shows why.
 */
export function usePayGrid(payees: OpenPayee[]) {
  const [paidOn, setPaidOn] = useState(today)
  const [firstCheck, setFirstCheck] = useState('')
  const [edits, setEdits] = useState<Record<string, Edits>>({})
  const [confirmed, setConfirmed] = useState<Record<string, string[]>>({})
  const [problems, setProblems] = useState<Record<string, Problem>>({})
  const [dayConfirmed, setDayConfirmed] = useState(false)
  const keys = useRef<PaymentKeys>(new Map())

  const rows = startGrid(payees).map((row) => ({
    ...row,
    ...edits[row.payee],
    confirmed: [...(confirmed[row.payee] ?? []), ...(dayConfirmed ? ['paidOn'] : [])],
  }))
  const references = numberChecks(rows, firstCheck)
  const question = isDay(paidOn) ? askPaidOn(paidOn, findLatestApproval(rows), today()) : null

  function edit(payee: string, change: Edits) {
    setEdits((before) => ({ ...before, [payee]: { ...before[payee], ...change } }))
    setProblems(({ [payee]: _settled, ...others }) => others)
  }

  async function pay({ row, reference }: NumberedRow) {
    const payment = buildPayment(row, reference, paidOn)
    try {
      await postOnce(keys.current, payment, payPayee)
    } catch (error) {
      const problem = describeProblem(error)
      setProblems((before) => ({ ...before, [row.payee]: problem }))
      throw error
    }
    forget(row.payee)
  }

  /** A payee who was paid in part is left out until chosen again: a retry of other rows must not pay the rest. */
  function forget(payee: string) {
    setEdits((before) => ({ ...before, [payee]: { included: false } }))
    setConfirmed(({ [payee]: _settled, ...others }) => others)
  }

  /** A row that is not paid now keeps the number that the user saw. */
  function keepReferences(included: NumberedRow[]) {
    const kept = included.map(
      ({ row: { payee }, reference }) =>
        [payee, { ...edits[payee], typedReference: reference || null }] as const,
    )
    setEdits((before) => ({ ...before, ...Object.fromEntries(kept) }))
  }

  /** The rows to pay. Returns null and shows the errors if a row or the day is invalid. */
  function check(): NumberedRow[] | null {
    const included = rows
      .map((row, index) => ({ row, reference: references[index] ?? '' }))
      .filter(({ row }) => row.included)
    const wrong = included.flatMap(({ row }) => {
      const message = checkRow(row)
      return message === null ? [] : [[row.payee, { message }] as const]
    })
    setProblems(Object.fromEntries(wrong))
    const isReady = !wrong.length && isDay(paidOn) && (!question || dayConfirmed)
    return isReady ? included : null
  }

  /** After the user confirmed the rows of `check`. */
  function buildSteps(included: NumberedRow[]): Steps<NumberedRow> {
    keepReferences(included)
    return {
      result: 'payees paid',
      groups: included.map((numbered) => [numbered]),
      step: pay,
      describe: ({ row }) => row.name ?? 'Unknown payee',
    }
  }

  return {
    rows,
    references,
    problems,
    paidOn,
    firstCheck,
    question,
    dayConfirmed,
    setFirstCheck,
    setDayConfirmed,
    edit,
    check,
    buildSteps,
    setPaidOn(day: string) {
      setPaidOn(day)
      setDayConfirmed(false)
    },
    confirm(payee: string, field: string) {
      setConfirmed((before) => ({ ...before, [payee]: [...(before[payee] ?? []), field] }))
      setProblems(({ [payee]: _settled, ...others }) => others)
    },
  }
}

function findLatestApproval(rows: GridRow[]): string | null {
  const days = rows
    .filter(({ included }) => included)
    .flatMap(({ statements }) => statements.flatMap(({ approvedOn }) => approvedOn ?? []))
  return days.toSorted().at(-1) ?? null
}

function describeProblem(error: unknown): Problem {
  const message = error instanceof Error ? error.message : String(error)
  return { message, field: readQuestion(error) ?? undefined }
}
